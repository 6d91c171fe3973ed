/** Exports for other modules: statistics of questions from first answers. */

export type { CorrelationSums } from './figures'
export { noteAnswers } from './note-answers'
export { discriminationOf, enoughAnswers, knownStatistics, parametersOf, siteAnswersOf, statisticsOf } from './queries'
