import type { CurriculumCard } from '@dxx/contract/calls/catalogue'
import type { CurriculumKind } from '@dxx/contract/shapes'
import { pageUrl } from '../../router/page-url'
import type { RoutePath } from '../../router/routes'

interface Kind {
  title: string
  /** Verb for studying an item of this kind, as in 继续阅读. */
  verb: string
  /** Suffix of the learner count: 1.2万人学. */
  crowd: string
  /** Counting unit of its chapters, as in 12 讲. */
  unit: string
  /** Label of the free trial. */
  trial: string
  index: RoutePath
  details: RoutePath
  study: RoutePath
}

export const curriculumKinds = {
  course: {
    title: '课程',
    verb: '学习',
    crowd: '人学',
    unit: '讲',
    trial: '试看',
    index: 'pages/index/course',
    details: 'pages/course/details',
    study: 'pages/course/study',
  },
  ebook: {
    title: '电子书',
    verb: '阅读',
    crowd: '人在读',
    unit: '章',
    trial: '试读',
    index: 'pages/index/books',
    details: 'pages/books/details',
    study: 'pages/books/read',
  },
  textbook: {
    title: '数字教材',
    verb: '阅读',
    crowd: '人在读',
    unit: '节',
    trial: '试读',
    index: 'pages/index/textbooks',
    details: 'pages/digital-textbooks/details',
    study: 'pages/digital-textbooks/read',
  },
  bank: {
    title: '题库',
    verb: '练习',
    crowd: '人在练',
    unit: '章',
    trial: '试做',
    index: 'pages/bank/index',
    details: 'pages/bank/details',
    study: 'pages/bank/practice',
  },
} as const satisfies Record<CurriculumKind, Kind>

type Named = Pick<CurriculumCard, 'id' | 'kind'>

export const detailsHref = ({ id, kind }: Named): string => `#${pageUrl(curriculumKinds[kind].details, { id })}`

/** URL for studying: from the given chapter, or from the last position. */
export const studyHref = ({ id, kind }: Named, chapter?: string): string =>
  `#${pageUrl(curriculumKinds[kind].study, { id, chapter })}`
