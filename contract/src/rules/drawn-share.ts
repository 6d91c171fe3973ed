/** Share of the questions of a section that each student gets: below 1 if students draw different ones. */
export function drawnShare({ draw, questions }: { draw?: number | undefined; questions: readonly unknown[] }): number {
  return draw !== undefined && draw < questions.length ? draw / questions.length : 1
}
