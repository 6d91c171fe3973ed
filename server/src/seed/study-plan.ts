import type { HighlightStyle } from '@dxx/contract/calls/reading'

/** The sample accounts with study data; see seed/sample-accounts.ts. */
export type Learner = 'student' | 'buyer'

/** A study session of up to an hour in one chapter; `percent` is the progress reached in the chapter. */
export type StudySession = [daysAgo: number, item: string, chapter: string, minutes: number, percent: number]

/** Study sessions by account. The student has studied on each of the last twelve days. */
export const studySessions: Record<Learner, StudySession[]> = {
  student: [
    [33, 'course/linear-algebra', 'vectors', 26, 100],
    [30, 'textbook/data-structures', 'count-steps', 24, 100],
    [29, 'textbook/data-structures', 'big-o', 31, 100],
    [27, 'course/linear-algebra', 'combinations', 22, 100],
    [25, 'textbook/data-structures', 'worst-case', 28, 100],
    [22, 'ebook/probability-twelve', 'coin', 35, 100],
    [20, 'textbook/data-structures', 'array', 40, 100],
    [18, 'ebook/probability-twelve', 'counting', 30, 100],
    [16, 'textbook/data-structures', 'linked-list', 45, 100],
    [14, 'course/python', 'why-python', 18, 100],
    [11, 'textbook/data-structures', 'sentinel', 25, 100],
    [10, 'course/python', 'first-line', 38, 100],
    [9, 'ebook/probability-twelve', 'complement', 18, 40],
    [8, 'textbook/data-structures', 'amortised', 52, 100],
    [7, 'course/python', 'read-errors', 31, 100],
    [6, 'course/linear-algebra', 'elimination', 22, 30],
    [5, 'textbook/data-structures', 'stack', 45, 100],
    [4, 'course/python', 'variables', 12, 100],
    [3, 'textbook/data-structures', 'brackets', 40, 100],
    [2, 'course/python', 'conditions', 33, 100],
    [1, 'course/python', 'loops', 27, 62],
    [0, 'textbook/data-structures', 'queue', 46, 55],
  ],
  buyer: [
    [15, 'course/database-practice', 'one-table', 20, 100],
    [12, 'textbook/c-programming', 'hello-compile', 34, 100],
    [11, 'ebook/campus-writing', 'reader', 25, 100],
    [9, 'course/database-practice', 'split', 28, 100],
    [8, 'textbook/c-programming', 'integers', 41, 100],
    [7, 'ebook/campus-writing', 'sentence', 16, 70],
    [6, 'course/database-practice', 'constraints', 23, 100],
    [4, 'textbook/c-programming', 'control', 19, 35],
    [2, 'course/database-practice', 'joins', 30, 48],
  ],
}

interface SampleHighlight {
  item: string
  chapter: string
  /** Exact text in the chapter; the highlight is skipped if the chapter does not contain it. */
  exact: string
  mark: HighlightStyle
  note?: string
  daysAgo: number
}

export const highlights: Record<Learner, SampleHighlight[]> = {
  student: [
    {
      item: 'textbook/data-structures',
      chapter: 'big-o',
      exact: '大的那一项说了算',
      mark: 'blue',
      note: '只看增长最快的那一项，系数也可以丢。',
      daysAgo: 29,
    },
    { item: 'textbook/data-structures', chapter: 'amortised', exact: '乙每次把容量翻一倍', mark: 'green', daysAgo: 8 },
    {
      item: 'textbook/data-structures',
      chapter: 'stack',
      exact: '最后放上去的那只，总是最先被拿走',
      mark: 'yellow',
      note: '后进先出，想盘子就不会记反。',
      daysAgo: 5,
    },
    {
      item: 'textbook/data-structures',
      chapter: 'stack',
      exact: '与栈里已有多少元素无关',
      mark: 'underline',
      daysAgo: 5,
    },
    {
      item: 'textbook/data-structures',
      chapter: 'brackets',
      exact: '后打开的要先合上',
      mark: 'pink',
      note: '套娃这个比方可以讲给室友听。',
      daysAgo: 3,
    },
    {
      item: 'textbook/data-structures',
      chapter: 'queue',
      exact: '人坐着不动，屏幕上的号码往前走',
      mark: 'purple',
      daysAgo: 0,
    },
    { item: 'textbook/data-structures', chapter: 'queue', exact: '这叫循环队列', mark: 'bookmark', daysAgo: 0 },
    {
      item: 'ebook/probability-twelve',
      chapter: 'coin',
      exact: '我们心里的「随机」，比真正的随机整齐得多',
      mark: 'yellow',
      note: '自己试了一次，果然编的那串最多连三个。',
      daysAgo: 22,
    },
    {
      item: 'ebook/probability-twelve',
      chapter: 'complement',
      exact: '正面进攻很难的时候，绕到反面去',
      mark: 'bookmark',
      daysAgo: 9,
    },
  ],
  buyer: [
    {
      item: 'textbook/c-programming',
      chapter: 'integers',
      exact: '数学里的整数没有尽头，机器里的整数有',
      mark: 'yellow',
      daysAgo: 8,
    },
    {
      item: 'ebook/campus-writing',
      chapter: 'reader',
      exact: '写的人没有想着读的人',
      mark: 'green',
      note: '下次写活动通知先回答这三个问题。',
      daysAgo: 11,
    },
  ],
}
