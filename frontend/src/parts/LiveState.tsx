import type { Link } from "../model/store";
import { clock } from "../model/words";

/** How current the page is, in the same place on each. */
export function LiveState({ link, ended }: { link: Link; ended: boolean }) {
  return (
    <p class={`live live-${link.state}`} role="status" data-live={link.state}>
      <i aria-hidden="true" />
      {text(link, ended)}
    </p>
  );
}

function text(link: Link, ended: boolean): string {
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
