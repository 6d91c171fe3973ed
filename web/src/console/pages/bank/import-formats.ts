import type { QuestionFileFormat as QuestionFormat } from '@dxx/contract/calls/staff/bank'
import { questionFormatNames } from '@dxx/contract/rules/question-names'

export type { QuestionFormat }

export const formatOptions = Object.entries(questionFormatNames).map(([value, label]) => ({ value, label }))
