import { mapBlanks } from './notation'

/** Placeholder of a blank while its text is rendered. */
const blankMark = (index: number) => `\ue200${String.fromCharCode(0xe210 + index)}\ue201`
const blankMarks = /\ue200([\ue210-\uefff])\ue201/g

export const markBlanks = (stem: string) => mapBlanks(stem, (_inside, index) => blankMark(index))
export const replaceMarks = (text: string, replace: (index: number) => string) =>
  text.replace(blankMarks, (_, sign: string) => replace(sign.charCodeAt(0) - 0xe210))
