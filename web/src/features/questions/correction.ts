/** What may be wrong with a question. */
export const faultNames = {
  answer: '答案不对',
  stem: '题目有错或看不懂',
  analysis: '解析有误',
  picture: '图片或公式显示不正常',
  other: '其他问题',
}
export type Fault = keyof typeof faultNames

interface About {
  id: string
  type: string
  /** HTML. */
  stem: string
  from: string
}

const longestStem = 60

/** Text of the feedback that reports an error; names the question, so that staff find it. */
export function correctionText({ id, type, stem, from }: About, fault: Fault, text: string): string {
  const plain = (new DOMParser().parseFromString(stem, 'text/html').body.textContent ?? '').replace(/\s+/g, ' ').trim()
  const short = plain.length > longestStem ? `${plain.slice(0, longestStem)}…` : plain
  const lines = [`【题目纠错】${faultNames[fault]}`, `${from} · ${type}：${short}`, `题目编号 ${id}`]
  if (text.trim()) lines.push(text.trim())
  return lines.join('\n')
}
