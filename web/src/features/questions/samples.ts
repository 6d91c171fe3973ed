import type { PublicQuestion, QuestionType } from '@dxx/contract/questions'
import { blankResults, blankSample } from './blank/sample'
import { choiceResults, indefiniteSample, multipleSample, singleSample } from './choice/sample'
import { codeResults, codeSample } from './code/sample'
import { judgeResults, judgeSample } from './judge/sample'
import { matchResults, matchSample } from './match/sample'
import { materialSample } from './material/sample'
import { numberResults, numberSample } from './number/sample'
import { orderResults, orderSample } from './order/sample'
import type { SampleResult } from './sample-shape'
import { shortResults, shortSample } from './short/sample'

/** One question of each type, for the component preview and tests. */
export const sampleQuestions = {
  single: singleSample,
  multiple: multipleSample,
  indefinite: indefiniteSample,
  judge: judgeSample,
  blank: blankSample,
  short: shortSample,
  order: orderSample,
  match: matchSample,
  code: codeSample,
  number: numberSample,
  material: materialSample,
} as const satisfies Record<QuestionType, PublicQuestion>

/** One sample per verdict, and all verdicts of 不定项 and 编程. */
export const sampleResults: SampleResult[] = [
  ...blankResults,
  ...choiceResults,
  ...shortResults,
  ...judgeResults,
  ...orderResults,
  ...matchResults,
  ...codeResults,
  ...numberResults,
]
