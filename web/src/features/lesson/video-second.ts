/** A discussion about a second of a video has this as its paragraph id: `t75`. */
export const pidOfSecond = (second: number): string => `t${Math.floor(second)}`

/** The second that a paragraph id encodes; null for paragraphs of a text. */
export function secondOfPid(pid: string): number | null {
  const digits = /^t(\d{1,6})$/.exec(pid)?.[1]
  return digits === undefined ? null : Number(digits)
}

/** Seconds with discussions, from the counts per paragraph id. */
export const discussedSeconds = (counts: Readonly<Record<string, number>>): number[] =>
  Object.keys(counts).flatMap((pid) => secondOfPid(pid) ?? [])
