import type { QuestionFileFormat as QuestionFormat } from '@dxx/contract/calls/staff/bank'

export type { QuestionFormat }

const labels: Record<QuestionFormat, string> = {
  docx: 'Word 试卷',
  text: '纯文字试卷（题目和答案）',
  sheet: '表格（Excel、CSV）',
  moodle: 'Moodle XML',
  gift: 'GIFT',
  qti: 'QTI、Canvas、Common Cartridge',
  aiken: 'Aiken',
  cloze: 'Moodle 完形文本（Cloze）',
  markdown: '我们的 Markdown',
}

export const formatOptions = Object.entries(labels).map(([value, label]) => ({ value, label }))
