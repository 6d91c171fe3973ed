/** A question or question part to grade; the last URL segment is `<question>` or `<question>.<part>`. */
export interface RoomRef {
  exam: string
  question: string
  part: number | null
}

export const roomPath = ({ exam, question, part }: RoomRef): string =>
  `/grading/${exam}/${question}${part === null ? '' : `.${part}`}`

export function parseRoomPath(exam: string, segment: string): RoomRef {
  const [question = '', part] = segment.split('.')
  return { exam, question, part: part && /^\d{1,2}$/.test(part) ? Number(part) : null }
}
