import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { CallFailed } from "../model/calls";

export interface Fetched<T> {
  value: T | null;
  error: string | null;
}

/**
 * What a call answers, fetched anew whenever the key changes, but not sooner than `pause`
 * milliseconds after the last time. The old value stays until the new one is there.
 */
export function useFetched<T>(
  load: (() => Promise<T>) | null,
  key: string,
  pause: number,
): Fetched<T> {
  const [fetched, setFetched] = useState<Fetched<T>>({ value: null, error: null });
  const last = useRef(0);
  const subject = useRef("");
  useEffect(() => {
    if (load === null) {
      return;
    }
    let over = false;
    const about = key.split("\n")[0] ?? "";
    const sameSubject = about === subject.current;
    subject.current = about;
    const wait = sameSubject ? Math.max(0, last.current + pause - Date.now()) : 0;
    const timer = setTimeout(() => {
      last.current = Date.now();
      load().then(
        (value) => {
          if (!over) {
            setFetched({ value, error: null });
          }
        },
        (failure: unknown) => {
          if (!over) {
            setFetched((before) => ({ value: before.value, error: sentence(failure) }));
          }
        },
      );
    }, wait);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [key, load === null]);
  return fetched;
}

export function sentence(failure: unknown): string {
  return failure instanceof CallFailed || failure instanceof Error
    ? failure.message
    : String(failure);
}

/** The width of an element, which changes with the window. */
export function useWidth<E extends HTMLElement>(): [{ current: E | null }, number] {
  const element = useRef<E>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const watched = element.current;
    if (watched === null) {
      return;
    }
    setWidth(watched.clientWidth);
    const observer = new ResizeObserver(() => setWidth(watched.clientWidth));
    observer.observe(watched);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}

/** Rises when the person switches between light and dark. */
export function useThemeChanges(): number {
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    const query = matchMedia("(prefers-color-scheme: dark)");
    const listener = () => setChanges((before) => before + 1);
    query.addEventListener("change", listener);
    return () => query.removeEventListener("change", listener);
  }, []);
  return changes;
}

/** Whether a media query holds. */
export function useMedia(query: string): boolean {
  const [holds, setHolds] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const listener = () => setHolds(list.matches);
    list.addEventListener("change", listener);
    return () => list.removeEventListener("change", listener);
  }, [query]);
  return holds;
}

/** The time, every so often, while something is going on. */
export function useNow(active: boolean, every = 1_000): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (!active) {
      return;
    }
    const timer = setInterval(() => setNow(Date.now()), every);
    return () => clearInterval(timer);
  }, [active, every]);
  return now;
}

/** Whether an element is on the screen, or nearly: what is not need not be fetched. */
export function useSeen<E extends HTMLElement>(): [{ current: E | null }, boolean] {
  const element = useRef<E>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const watched = element.current;
    if (watched === null) {
      return;
    }
    const observer = new IntersectionObserver(
      (entries) => setSeen(entries.at(-1)?.isIntersecting ?? false),
      { rootMargin: "200px" },
    );
    observer.observe(watched);
    return () => observer.disconnect();
  }, []);
  return [element, seen];
}
