import { useShortcut } from '../../kit/shortcuts'

export interface RoomActions {
  /** Called for a digit, `.` or Backspace. */
  type(key: string): void
  save(): void
  undo(): void
  skip(): void
  move(by: 1 | -1): void
  step(by: number): void
  full(): void
  together(): void
  flag(): void
  comment(): void
  phrases(): void
  list(): void
  reference(): void
}

const group = '批阅'

/** Keyboard shortcuts of the grading screen; all grading can be done without a mouse. */
export function useRoomKeys(actions: RoomActions): void {
  const { type } = actions
  const digit = (key: string) => () => type(key)
  useShortcut('1', '1–9 勾选评分点，没有评分点时是分数', digit('1'), { group })
  // biome-ignore-start lint/correctness/useHookAtTopLevel: the list never changes
  for (const key of '23456789') useShortcut(key, '', digit(key), { group })
  // biome-ignore-end lint/correctness/useHookAtTopLevel: the list never changes
  useShortcut('0', '零分；没有评分点时是数字 0', digit('0'), { group })
  useShortcut('.', '加半分', digit('.'), { group })
  useShortcut('backspace', '清除分数', digit('Backspace'), { group })
  useShortcut('arrowup', '加 0.5 分', () => actions.step(0.5), { group })
  useShortcut('arrowdown', '减 0.5 分', () => actions.step(-0.5), { group })
  useShortcut('a', '满分', actions.full, { group })
  useShortcut('enter', '给分，下一份', actions.save, { group })
  useShortcut('u', '撤销上一份', actions.undo, { group })
  useShortcut('z', '撤销上一份', actions.undo, { group })
  useShortcut('mod+z', '撤销上一份', actions.undo, { group })
  useShortcut('s', '跳过，放到最后', actions.skip, { group })
  useShortcut('arrowleft', '前一份', () => actions.move(-1), { group })
  useShortcut('arrowright', '后一份', () => actions.move(1), { group })
  useShortcut('g', '连同相同的答案一起给分', actions.together, { group })
  useShortcut('f', '标记，请另一位老师看', actions.flag, { group })
  useShortcut('c', '写评语', actions.comment, { group })
  useShortcut('p', '常用评语', actions.phrases, { group })
  useShortcut('l', '批过的答卷', actions.list, { group })
  useShortcut('r', '参考答案', actions.reference, { group })
}
