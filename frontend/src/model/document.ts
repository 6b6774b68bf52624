import type { DocumentProblem } from "./wire";

/** JSON begins with a brace; YAML pipelines do with a name. */
export function looksLikeJson(text: string): boolean {
  return text.trimStart().startsWith("{");
}

/** A problem with its line: told apart, or at the beginning of its message. */
export function placed(problem: DocumentProblem): DocumentProblem {
  const said = /^line (\d+), column (\d+): /.exec(problem.message);
  if (said === null) {
    return problem;
  }
  return {
    ...problem,
    line: problem.line ?? Number(said[1]),
    column: problem.column ?? Number(said[2]),
    message: problem.message.slice(said[0].length),
  };
}
