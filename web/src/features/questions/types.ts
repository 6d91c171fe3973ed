import type { PartType } from '@dxx/contract/questions'
import { BlankField, blankProgress } from './blank/field'
import { BlankOutcome, PrintBlank, printedBlank, printedBlanks, reciteBlank } from './blank/outcome'
import { ChoiceField, choiceProgress } from './choice/field'
import { ChoiceOutcome, PrintChoice, printedChoice, reciteChoice } from './choice/outcome'
import { CodeField, codeProgress } from './code/field'
import { CodeOutcome, PrintCode, printedCode, printedSource, reciteCode } from './code/outcome'
import type { TypeView } from './definition'
import { JudgeField } from './judge/field'
import { JudgeOutcome, PrintJudge, printedJudge, reciteJudge } from './judge/outcome'
import { MatchField, matchProgress } from './match/field'
import { MatchOutcome, PrintMatch, printedMatch, reciteMatch } from './match/outcome'
import { NumberField, numberProgress } from './number/field'
import { NumberOutcome, PrintNumber, printedNumber, printedNumberAnswer, reciteNumber } from './number/outcome'
import { OrderField, orderProgress } from './order/field'
import { OrderOutcome, PrintOrder, printedOrder, reciteOrder } from './order/outcome'
import { ShortField, shortProgress } from './short/field'
import { PrintShort, printedShort, printedShortAnswer, reciteShort, ShortOutcome } from './short/outcome'

const choice = {
  Field: ChoiceField,
  progress: choiceProgress,
  Outcome: ChoiceOutcome,
  recite: reciteChoice,
  Print: PrintChoice,
  printedKey: printedChoice,
  printedAnswer: printedChoice,
}

/** Registry of the question types; a missing type does not compile. The parts of a 材料题 have these types. */
export const typeViews: Record<PartType, TypeView> = {
  single: choice,
  multiple: { ...choice, hint: '选出所有正确的' },
  indefinite: { ...choice, hint: '一个或多个正确' },
  judge: {
    Field: JudgeField,
    progress: () => 'done',
    Outcome: JudgeOutcome,
    recite: reciteJudge,
    Print: PrintJudge,
    printedKey: printedJudge,
    printedAnswer: printedJudge,
  },
  blank: {
    fieldHasStem: true,
    Field: BlankField,
    progress: blankProgress,
    Outcome: BlankOutcome,
    recite: reciteBlank,
    Print: PrintBlank,
    printedKey: printedBlank,
    printedAnswer: printedBlanks,
  },
  short: {
    Field: ShortField,
    progress: shortProgress,
    Outcome: ShortOutcome,
    recite: reciteShort,
    Print: PrintShort,
    printedKey: printedShort,
    printedAnswer: printedShortAnswer,
  },
  order: {
    hint: '拖动，或用箭头调整顺序',
    Field: OrderField,
    progress: orderProgress,
    Outcome: OrderOutcome,
    recite: reciteOrder,
    Print: PrintOrder,
    printedKey: printedOrder,
    printedAnswer: printedOrder,
  },
  match: {
    hint: '点左边，再点要配的一项；也可以拖过去',
    Field: MatchField,
    progress: matchProgress,
    Outcome: MatchOutcome,
    recite: reciteMatch,
    Print: PrintMatch,
    printedKey: printedMatch,
    printedAnswer: printedMatch,
  },
  code: {
    Field: CodeField,
    progress: codeProgress,
    Outcome: CodeOutcome,
    recite: reciteCode,
    Print: PrintCode,
    printedKey: printedCode,
    printedAnswer: printedSource,
  },
  number: {
    Field: NumberField,
    progress: numberProgress,
    Outcome: NumberOutcome,
    recite: reciteNumber,
    Print: PrintNumber,
    printedKey: printedNumber,
    printedAnswer: printedNumberAnswer,
  },
}
