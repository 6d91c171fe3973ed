import type { PartType } from '@dxx/contract/questions'
import { blankAuthoring } from './blank/author'
import { blankPresenting } from './blank/present'
import { blankScoring } from './blank/score'
import { choiceAuthoring } from './choice/author'
import { choicePresenting } from './choice/present'
import { choiceScoring } from './choice/score'
import { codeAuthoring } from './code/author'
import { codePresenting } from './code/present'
import { codeScoring } from './code/score'
import type { Definition } from './definition'
import { judgeAuthoring } from './judge/author'
import { judgePresenting } from './judge/present'
import { judgeScoring } from './judge/score'
import { matchAuthoring } from './match/author'
import { matchPresenting } from './match/present'
import { matchScoring } from './match/score'
import { numberAuthoring } from './number/author'
import { numberPresenting } from './number/present'
import { numberScoring } from './number/score'
import { orderAuthoring } from './order/author'
import { orderPresenting } from './order/present'
import { orderScoring } from './order/score'
import type { PartBody, PartDetail, PartGiven, PartRubric, SourcePart } from './rubric'
import { shortAuthoring } from './short/author'
import { shortPresenting } from './short/present'
import { shortScoring } from './short/score'

const choice = { ...choiceScoring, ...choicePresenting, ...choiceAuthoring }

interface AnyShapes {
  body: PartBody
  rubric: PartRubric
  given: PartGiven
  detail: PartDetail
  source: SourcePart
}

/** Registry of question types; a missing type is a compile error. 材料题 is absent, because its parts have these types. */
export const partTypes: Record<PartType, Definition<AnyShapes>> = {
  single: choice,
  multiple: choice,
  indefinite: choice,
  judge: { ...judgeScoring, ...judgePresenting, ...judgeAuthoring },
  blank: { ...blankScoring, ...blankPresenting, ...blankAuthoring },
  short: { ...shortScoring, ...shortPresenting, ...shortAuthoring },
  order: { ...orderScoring, ...orderPresenting, ...orderAuthoring },
  match: { ...matchScoring, ...matchPresenting, ...matchAuthoring },
  code: { ...codeScoring, ...codePresenting, ...codeAuthoring },
  number: { ...numberScoring, ...numberPresenting, ...numberAuthoring },
}
