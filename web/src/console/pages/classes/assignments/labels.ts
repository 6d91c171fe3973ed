import type { ItemKind, LateRule } from '@dxx/contract/calls/assignments'

export const itemKinds: Record<ItemKind, string> = {
  chapter: '读章节',
  lesson: '看视频',
  test: '章节测验',
  practice: '题库练习',
  code: '编程题',
  exam: '考试',
  handin: '交文字或文件',
}

export const lateRules: Record<LateRule, string> = {
  accept: '照常算，标明迟交',
  deduct: '扣分',
  close: '不再算',
}
