/**
 * A kind of check in the source, from which mutants are made. `without` returns the code of the mutant: it skips the check
 * while the expression `on` is true.
 */
export interface CheckPattern {
  pattern: RegExp
  without: (on: string, match: RegExpExecArray) => string
}

const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const anyOf = (...texts: string[]) => new RegExp(`(?<![\\w.])(?:${texts.map(literally).join('|')})`, 'g')

/** Matches a call of `where` or `on` in a query chain; the replacement skips the call. */
const link = (inner: string): CheckPattern => ({
  pattern: new RegExp(`\\.(?:where|on)\\(${inner}\\)`, 'g'),
  without: (on, [text]) => `.$call((query) => (${on} ? query : query${text}))`,
})

/** Conditions in SQL: the check passes if the condition is true (`holds`) or false (`forbids`). */
const holds = (pattern: RegExp): CheckPattern => ({ pattern, without: (on, [text]) => `(${text} or \${${on}})` })
const forbids = (pattern: RegExp): CheckPattern => ({ pattern, without: (on, [text]) => `(${text} and not \${${on}})` })

/** Conditions in TypeScript: the check passes if the condition is true (`isTrue`) or false (`isFalse`). */
const isTrue = (pattern: RegExp): CheckPattern => ({ pattern, without: (on, [text]) => `(${on} || ${text})` })
const isFalse = (pattern: RegExp): CheckPattern => ({ pattern, without: (on, [text]) => `(${on} ? false : ${text})` })

const refusalNames = `(?:not-purchased|item-not-free|ai-closed|ticket-invalid|qr-taken|qr-expired|coupon-used|coupon-expired|paper-invalid|wechat-mismatch|wechat-bound|mobile-required|mobile-bound|exam-refused|exam-not-found|exam-running|student-passed)`

/** Checks of ownership. */
const whose: CheckPattern[] = [
  // Each of these statements expects one row. Without `limit 1`, the rows of all users would only cause a server error.
  {
    pattern:
      /(?<=from practice_goals where )user_id = \$\{userId\}|p\.user_id = \$\{me\} and p\.kind = 'comment' and p\.public/g,
    without: (on, [text]) => `(${text} or \${${on}}) limit 1`,
  },
  link("'(?:\\w+\\.)?(?:user_id|used_by|claimed_by|visitor)', '=', [\\w.!?]+(?:\\(\\w+\\))?"),
  link("`\\$\\{table\\}\\.user_id`, '=', \\w+"),
  link("'(?:u\\.)?id', '=', (?:userId|user\\.id|owner\\.id)"),
  holds(/(?:\w+\.)?(?:user_id|used_by) = \$\{[^}]+\}(?:::bigint)?/g),
  {
    pattern: /(?:\w+\.)?user_id = \$\d/g,
    without: (on, { 0: text, input, index }) =>
      quotedAt(input, index) ? `(${text} or ' + (${on}) + ')` : `(${text} or \${${on}})`,
  },
  // This comparison allows a notification; the comparisons of the next pattern lead to a refusal.
  isTrue(/\bpost\.user_id !== user\.id(?= &&)/g),
  isFalse(/(?<![\w.])(?:\w+\.)?(?:userId|user_id|owner) !== user\.id/g),
  isTrue(/\b\w+\.(?:used_by|claimed_by) === user\.id/g),
  isFalse(/\bproof\.mobile !== \w+\.mobile/g),
]

/** Checks of a student's class, school and roster entry. */
const ofSchool: CheckPattern[] = [
  link("'(?:\\w+\\.)?(?:class_id|school_id)', '=', [\\w.!]+"),
  holds(/\b\w+\.class_id = \$\{[^}]+\}(?:::bigint)?/g),
  isTrue(/\buser\??\.studentStatus === 'passed'/g),
  isTrue(
    anyOf(
      'theClass.class_id === entry.class_id',
      'plainName(entry.name) === plainName(input.name)',
      'entry.claimed_by === null',
    ),
  ),
  holds(/(?<!')\bu\.show_school|\bu\.student_status = 'passed'/g),
]

/** Checks of entitlements. */
const bought: CheckPattern[] = [
  holds(/\$\{(?:ownedBy|toldTo|mayStudy)\(.*?\)\}/g),
  {
    pattern: /(?<!const )\b(?:ownedBy|mayStudy)\([^()]*\)(?=\.as\()/g,
    without: (on, [text]) => `(${on} ? sql\`true\` : ${text})`,
  },
  isTrue(/\bawait owns\([^()]*\)/g),
  { pattern: /\bawait (?:mustOwn|rejectEmbargoed)\(.*\)$/gm, without: (on, [text]) => `void (${on} || (${text}))` },
  link("'(?:\\w+\\.)?free', '=', (?:true|false)"),
  holds(/\b(?:x|fc|ch|q)\.free(?= and\b|\))/g),
  isTrue(/\brow\.open(?= \?| &&)|\bopen\.has\(\w+\)/g),
]

/** Checks of the publication state. Content removed from a book needs none, because it was public before. */
const shown: CheckPattern[] = [
  link("'(?:\\w+\\.)?(?:revoked_at|closed_at)', 'is', null"),
  link("'(?:\\w+\\.)?(?:published|public)', '=', (?:true|false)"),
  link("'(?:\\w+\\.)?published_at', '<=', now"),
  link("'(?:starts_at|expires_at)', '>', now"),
  link("'(?:\\w+\\.)?state', '!?=', '(?:prepared|running|stored|confirmed|pending)'"),
  link("'purpose', '=', purpose"),
  link('(?:readable|visible|onSale)\\((?:[^()]|\\(\\))*\\)'),
  link('\\(eb\\) => eb\\.not\\(inOpenExam\\([^()]*\\)\\)'),
  holds(/\$\{onSale\(.*?\)\}/g),
  forbids(/\$\{inOpenExam\(.*?\)\}/g),
  holds(/(?:\b\w+\.)?\brevoked_at is null/g),
  holds(/\bp\.public(?= and)|\b[bc]\.published(?= and| or|\))|\b\w+\.published_at <= \$\{now\}::bigint/g),
  forbids(/\bnot above\.public/g),
  holds(/\b(?:\w+\.)?state <> 'prepared'|\$4 >= e\.starts_at|\$4 < e\.ends_at/g),
  isFalse(/\(await embargoedQuestions\([^()]*\)\)\.size > 0|\bhidden\.has\([^()]*\)/g),
  { pattern: /!post\?\.public/g, without: (on, [text]) => `(${on} ? !post : ${text})` },
  isTrue(/(?<![\w.])(?:post\.)?closed_at === null/g),
]

/** Checks of the admission to exams and of the visibility of their results. */
const ofExams: CheckPattern[] = [
  {
    pattern: /\bif \((.+)\)(?=\s+return (?:no\(|\{ allowed: false))/g,
    without: (on, [, condition]) => `if (!${on} && (${condition}))`,
  },
  isTrue(/\banalysis\.allowed(?= \?)|\(analysis\.allowed \|\| hasEnded\(exam, now\)\)|\battempt\.state !== 'running'/g),
  isFalse(/!hasEnded\(exam, now\)|\battempt\?\.hash !== hash|\btest\.hidden(?=\))/g),
]

/** Other refusals. If a pattern above already matches a part of a condition, the whole condition is not mutated. */
const refused: CheckPattern = {
  pattern: new RegExp(`\\bif \\((.+)\\)(?= (?:return )?fail\\('${refusalNames}')`, 'g'),
  without: (on, [, condition]) => `if (!${on} && (${condition}))`,
}
/** Checks of secrets, codes and passwords. */
const proven: CheckPattern = isFalse(
  anyOf(
    '!timingSafeEqual(row.secret_hash, hashSecret(secret))',
    '!timingSafeEqual(row.code_hash, hashCode(config.secret, scene, mobile, code))',
    '!(await passwordMatches(found?.password_hash, password))',
    '!(await passwordMatches(stored, oldPassword))',
  ),
)

/** All patterns of authorization checks; an earlier pattern takes precedence over later, enclosing ones. */
export const checkPatterns: CheckPattern[] = [...whose, ...ofSchool, ...bought, ...shown, ...ofExams, proven, refused]

const quotedAt = (source: string, index: number) =>
  /^\s*'/.test(source.slice(source.lastIndexOf('\n', index) + 1, index))
