import type { Presenting } from '../definition'
import { verdictOfShare } from '../shares'
import type { Accepted, BlankShapes } from './rubric'

export const blankPresenting: Presenting<BlankShapes> = {
  show: ({ blanks }, common) => ({ type: 'blank', ...common, blanks }),
  read: ({ blanks }, answer) => (answer.type === 'blank' && answer.blanks.length <= blanks ? answer : undefined),
  write: (given) => given,
  key({ blanks }, detail) {
    const shares = 'shares' in detail ? detail.shares : []
    return {
      type: 'blank',
      blanks: blanks.map((accepted, i) => ({
        accepted: fullyAccepted(accepted).map(acceptedText),
        rendered: fullyAccepted(accepted).map((one) => ('html' in one && one.html ? one.html : '')),
        verdict: verdictOfShare(shares[i] ?? 0),
      })),
    }
  },
  asText: ({ blanks }) => blanks.join('；'),
  fromText: (text, { blanks }) => {
    const given = text.split('；')
    return given.length === blanks ? { type: 'blank', blanks: given } : undefined
  },
  texts: () => [],
  keyText: () => '',
}

const fullyAccepted = (accepted: Accepted[]) => accepted.filter(({ share }) => verdictOfShare(share) === 'right')

function acceptedText(accepted: Accepted): string {
  if ('text' in accepted) return accepted.text
  return /^0*\.?0*$/.test(accepted.tolerance) ? accepted.value : `${accepted.value} ± ${accepted.tolerance}`
}
