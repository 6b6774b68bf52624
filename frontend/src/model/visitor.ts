/** Who looks at the page, as the service wrote it at the top of it. */
function top(): HTMLElement | null {
  return document.querySelector<HTMLElement>("header.top");
}

/** Whether whoever has signed in may start and cancel runs; the service looks at it again. */
export function maySubmit(): boolean {
  return top()?.dataset["maySubmit"] !== "false";
}

/** The name of whoever has signed in; null where nobody has to. */
export function visitor(): string | null {
  return top()?.querySelector(".visitor b")?.textContent ?? null;
}

/** Where one signs in, to come back here. */
export function signIn(): string {
  return `/sign-in?to=${encodeURIComponent(location.pathname + location.search)}`;
}
