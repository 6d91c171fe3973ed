import type { Presenting } from '../definition'
import { formatOptionLetters, indexesOf, indexesOfLetters, optionLetter, shuffled } from '../shuffled'
import type { ChoiceShapes } from './rubric'

export const choicePresenting: Presenting<ChoiceShapes> = {
  show(body, common, { id, link }) {
    const options = body.options.map(({ html, fixed }, i) => ({ id: id('o', i), html: link(html), fixed }))
    const shown = shuffled(options).map(({ id: option, html }) => ({ id: option, html }))
    return { type: body.type, ...common, options: shown }
  },
  read(body, answer, { id }) {
    if (!('options' in answer)) return undefined
    const options = indexesOf(answer.options, body.options.length, (i) => id('o', i))
    if (!options || (answer.type === 'single' && options.length > 1)) return undefined
    return { type: answer.type, options }
  },
  write: ({ type, options }, { id }) => ({ type, options: options.map((i) => id('o', i)) }),
  key: ({ type, right }, _detail, { id }) => ({ type, options: right.map((i) => id('o', i)) }),
  asText: ({ options }) => formatOptionLetters(options),
  fromText(text, { type, options }) {
    const chosen = indexesOfLetters(text, options.length)
    return chosen && { type, options: chosen }
  },
  choices: ({ options }) =>
    options.map(({ html }, i) => ({
      label: optionLetter(i),
      html,
      isRight: ({ right }) => right.includes(i),
      isChosen: (given) => given.options.includes(i),
    })),
  texts: ({ options }) => options.map(({ html }) => html),
  keyText: ({ options }, { right }, plain) => `答案：${right.map((i) => plain(options[i]!.html)).join('；')}`,
}
