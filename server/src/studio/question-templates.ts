import type { QuestionType } from '@dxx/contract/questions'

const bodies: Record<QuestionType, { keys?: string[]; body: string }> = {
  single: { body: '题干\n\n- [x] 选项一\n- [ ] 选项二\n- [ ] 选项三\n- [ ] 选项四' },
  multiple: { body: '题干\n\n- [x] 选项一\n- [x] 选项二\n- [ ] 选项三\n- [ ] 选项四' },
  indefinite: { body: '题干\n\n- [x] 选项一\n- [ ] 选项二\n- [ ] 选项三\n- [ ] 选项四' },
  judge: { keys: ['answer: true'], body: '题干' },
  blank: { body: '题干里写 {{答案}}。' },
  number: { keys: ['answer: 9.8±0.1'], body: '题干' },
  short: { body: '题干\n\n> 参考答案：在这里写参考答案。\n>\n> - (1) 得分点' },
  order: { body: '按正确的顺序写：\n\n1. 第一步\n2. 第二步\n3. 第三步' },
  match: { body: '题干\n\n- 左一 => 右一\n- 左二 => 右二' },
  code: {
    keys: ['language: python'],
    body: '读入两个整数，输出它们的和。\n\n```python starter\na, b = map(int, input().split())\n```\n\n```python solution\na, b = map(int, input().split())\nprint(a + b)\n```\n\n```tests\n- { input: "3 4", output: "7", hidden: false, score: 1 }\n```',
  },
  material: { body: '在这里写材料。\n\n### part-1\ntype: judge\nscore: 1\nanswer: true\n\n小题的题干' },
}

/** Markdown of a new question of a type, which is valid but for its placeholder texts. */
export function emptyQuestion(type: QuestionType, slug: string): string {
  const { keys = [], body } = bodies[type]
  const score = type === 'material' ? [] : ['score: 1']
  return `## ${slug}\n${[`type: ${type}`, ...score, 'difficulty: 3', ...keys].join('\n')}\n\n${body}\n`
}

/** Lines of the keys of a question: from the heading to the first empty line after a key. */
function keyLines(text: string): { from: number; to: number; lines: string[] } {
  const lines = text.split('\n')
  let from = 1
  while (from < lines.length && lines[from]!.trim() === '') from++
  let to = from
  while (to < lines.length && lines[to]!.trim() !== '') to++
  return { from, to, lines }
}

export function keyOf(text: string, key: string): string | null {
  const { from, to, lines } = keyLines(text)
  const line = lines.slice(from, to).find((one) => one.startsWith(`${key}:`))
  return line === undefined ? null : line.slice(key.length + 1).trim()
}

/** Sets or removes a key of a question's Markdown. */
export function withKey(text: string, key: string, value: string | null): string {
  const { from, to, lines } = keyLines(text)
  const keys = lines.slice(from, to).filter((line) => !line.startsWith(`${key}:`))
  const at = lines.slice(from, to).findIndex((line) => line.startsWith(`${key}:`))
  if (value !== null) keys.splice(at < 0 ? keys.length : at, 0, `${key}: ${value}`)
  return [...lines.slice(0, from), ...keys, ...lines.slice(to)].join('\n')
}
