import { localLimits, type Report } from './messages'

export class OutputCut extends Error {}

/** Counts what a program prints and throws once it is too much. */
export function limitedPrint({ print }: Report): Report['print'] {
  let room: number = localLimits.outputChars
  return (stream, text) => {
    print(stream, text.slice(0, room))
    room -= text.length
    if (room >= 0) return
    room = 0
    print(1, '\n…… 输出超过 256 KB，程序已停止，后面的内容没有显示。\n')
    throw new OutputCut()
  }
}
