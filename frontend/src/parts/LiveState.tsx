import type { Link } from "../model/store";
import { signIn } from "../model/visitor";
import { clock } from "../model/words";

/** How current the page is, in the same place on each. */
export function LiveState({ link, ended }: { link: Link; ended: boolean }) {
  return (
    <p class={`live live-${link.state}`} role="status" data-live={link.state}>
      <i aria-hidden="true" />
      {link.state === "signed-out" ? (
        <span>
          signed out: <a href={signIn()}>sign in again</a>
        </span>
      ) : (
        text(link, ended)
      )}
    </p>
  );
}

function text(link: Exclude<Link, { state: "signed-out" }>, ended: boolean): string {
  switch (link.state) {
    case "connecting":
      return "connecting…";
    case "live":
      return ended ? "ended; up to date" : "live";
    case "polling":
      return "asked every few seconds";
    case "lost":
      return `not connected, showing what was at ${clock(link.since)} UTC`;
  }
}
