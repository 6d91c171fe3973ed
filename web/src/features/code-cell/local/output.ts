import { localLimits, type Report } from './messages'

export class OutputCut extends Error {}

const notice = '\n…… 输出超过 256 KB，程序已停止，后面的内容没有显示。\n'

/** Counts the program's output and throws beyond the limit. */
export function limitedPrint({ print }: Report): Report['print'] {
  let room: number = localLimits.outputChars
  return (stream, text) => {
    if (room >= 0) print(stream, text.slice(0, room))
    const fits = text.length <= room
    if (!fits && room >= 0) print(1, notice)
    room = fits ? room - text.length : -1
    if (!fits) throw new OutputCut()
  }
}
