import type { WrongCause, WrongSource } from '@dxx/contract/calls/bank'

export const sourceNames: Record<WrongSource, string> = {
  textbook: '教材随堂',
  test: '章末测验',
  bank: '题库',
  exam: '考试',
}

export const causeNames: Record<WrongCause, string> = {
  concept: '概念不清',
  careless: '粗心',
  reading: '审题',
  method: '方法不会',
  calculation: '计算',
  forgotten: '忘了',
  guess: '蒙的',
}
