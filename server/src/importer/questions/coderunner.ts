import type { CodeLanguage } from '@dxx/contract/code'
import { label, unusable } from '../../questions/author-text'
import type { CodeShapes, CodeTest } from '../../questions/code/rubric'
import { type Content, keepLettersAndDigits, noContent } from '../../text/balance'
import { below, child, children, type XmlElement, xmlNodeText } from './xml'

/** Supported types of CodeRunner: programs with input and output, and types that run test code after the program. */
const languages: Record<string, CodeLanguage> = {
  python3: 'python',
  python3_w_input: 'python',
  c_program: 'c',
  c_function: 'c',
  cpp_program: 'cpp',
  cpp_function: 'cpp',
  nodejs: 'javascript',
  sql: 'sql',
}

/** Line added to a program: runs the code of a test, which is passed as input. */
const drivers: Partial<Record<CodeLanguage, string>> = {
  python: 'import sys; exec(sys.stdin.read())  # 运行测试代码，请保留这一行',
  javascript: "eval(require('fs').readFileSync(0, 'utf8')) // 运行测试代码，请保留这一行",
}

const field = (element: XmlElement, name: string) => {
  const found = child(element, name)
  return xmlNodeText(found && (child(found, 'text') ?? found))
}

interface Case {
  code: string
  stdin: string
  expected: string
  extra: string
  /** `SHOW`, `HIDE`, `HIDE_IF_FAIL` or `HIDE_IF_SUCCEED`. */
  display: string
  mark: number
  /** Whether the test only runs before a submission, without marks. */
  isPrecheck: boolean
}

const casesOf = (question: XmlElement): Case[] =>
  children(child(question, 'testcases') ?? question, 'testcase').map((test) => ({
    code: field(test, 'testcode').trimEnd(),
    stdin: field(test, 'stdin'),
    expected: field(test, 'expected').trimEnd(),
    extra: field(test, 'extra'),
    display: field(test, 'display').trim() || 'SHOW',
    mark: Number(test.attributes.mark || 1),
    isPrecheck: test.attributes.testtype === '1',
  }))

type Program = Omit<CodeShapes['source'], 'slug' | 'score' | 'stem' | 'analysis'>

/** Reads a question of the CodeRunner plug-in as a 编程题. Adds a warning for each field that cannot be imported. */
export function readCodeRunner(question: XmlElement, notes: string[]): Program {
  const type = field(question, 'coderunnertype').trim()
  const language = languages[type] ?? unusable(`不支持的 CodeRunner 题型 ${label(type) || '（没写）'}`)
  if (Number(field(question, 'prototypetype') || '0') !== 0) return unusable('这是 CodeRunner 的题型原型，不是题目')
  if (field(question, 'template').trim() !== '') return unusable('CodeRunner 题有自己的模板')
  if (!/^(\{\s*\})?$/.test(field(question, 'templateparams').trim())) return unusable('CodeRunner 题有模板参数')
  const grader = field(question, 'grader').trim() || 'EqualityGrader'
  if (!/^(Equality|NearEquality)Grader$/.test(grader)) return unusable(`不支持的 CodeRunner 评分方式 ${label(grader)}`)
  if (grader === 'NearEqualityGrader') notes.push('评分时不再忽略大小写')
  if (field(question, 'allornothing').trim() === '1') notes.push('原题全部通过才得分，这里按通过的测试评分')
  if (below(question).some(({ name, attributes }) => name === 'file' && attributes.name && !isPicture(attributes.name)))
    notes.push('没有带入附件')
  const all = casesOf(question)
  const cases = all.filter(({ isPrecheck }) => !isPrecheck)
  noteLosses(question, all, notes)
  const hasCode = language !== 'sql' && cases.some(({ code }) => code !== '')
  const isCompiled = hasCode && (language === 'c' || language === 'cpp')
  const driver = isCompiled ? compiledDriver(language, cases) : hasCode ? driverFor(language, cases) : ''
  if (isCompiled) notes.push('测试代码改为放在起始代码的 main 里，按标准输入的编号运行；隐藏的测试的代码也看得到')
  else if (hasCode) notes.push('测试代码改为从标准输入读入，起始代码的最后一行运行它')
  const head = isCompiled ? headersOf(language) : ''
  const withDriver = (source: string) => [head, source.trimEnd(), driver].filter((text) => text !== '').join('\n\n')
  const solution = field(question, 'answer')
  return {
    type: 'code',
    language,
    starter: withDriver(field(question, 'answerpreload')),
    solution: solution.trim() === '' ? '' : withDriver(solution),
    tests: cases.map((one, i) =>
      isCompiled ? { ...testOf(one, language), input: `${i + 1}` } : testOf(one, language),
    ),
    db: null,
    ...(grader === 'NearEqualityGrader' && { compare: { mode: 'tokens' as const } }),
  }
}

/** Adds warnings about fields of tests and limits that a 编程题 cannot have. */
function noteLosses(question: XmlElement, cases: Case[], notes: string[]): void {
  const isSet = (name: string) => field(question, name).trim() !== ''
  const prechecks = cases.filter(({ isPrecheck }) => isPrecheck).length
  if (prechecks > 0) notes.push(`没有带入 ${prechecks} 个测试，它们只用于预检，不评分`)
  if (isSet('globalextra') || cases.some(({ extra }) => extra.trim() !== ''))
    notes.push('没有带入测试的附加数据（extra）')
  if (cases.some(({ display }) => display === 'HIDE_IF_FAIL')) notes.push('“不通过时隐藏”的测试改为一直隐藏')
  if (cases.some(({ display }) => display === 'HIDE_IF_SUCCEED')) notes.push('“通过后隐藏”的测试改为公开')
  if (isSet('cputimelimitsecs') || isSet('memlimitmb')) notes.push('没有带入时间和内存的限制，用这里的限制')
}

const isPicture = (name: string) => /\.(png|jpe?g|gif|webp|svg)$/i.test(name)

/** Headers that CodeRunner includes before the student's function. */
const headers = {
  c: ['stdio.h', 'stdlib.h', 'stdbool.h', 'ctype.h', 'string.h', 'math.h'],
  cpp: ['iostream', 'fstream', 'string', 'cmath', 'vector', 'algorithm'],
}
const headersOf = (language: 'c' | 'cpp') =>
  [
    ...headers[language].map((name) => `#include <${name}>`),
    ...(language === 'cpp' ? ['using namespace std;'] : []),
  ].join('\n')

/**
 * Returns a `main` that runs the code of the test whose number is the input: the input of a compiled program cannot be
 * code.
 */
function compiledDriver(language: 'c' | 'cpp', cases: Case[]): string {
  if (cases.some(({ code, stdin }) => code === '' || stdin.trim() !== ''))
    return unusable('测试有的只有代码、有的要读输入，这里的测试只有输入')
  if (cases.some(({ code }) => /^\s*#/m.test(code) || /\bmain\s*\(/.test(code)))
    return unusable('测试代码里有预处理指令或 main，不能放进起始代码')
  const read = language === 'c' ? 'scanf("%d", &test)' : 'cin >> test'
  const branches = cases.map(({ code }, i) => [
    `    case ${i + 1}: {`,
    ...code.split('\n').map((line) => `      ${line}`),
    '      break;',
    '    }',
  ])
  return [
    '// 运行测试代码，请保留下面的 main',
    'int main(void) {',
    '  int test = 0;',
    `  ${read};`,
    '  switch (test) {',
    ...branches.flat(),
    '  }',
    '  return 0;',
    '}',
  ].join('\n')
}

function driverFor(language: CodeLanguage, cases: Case[]): string {
  if (cases.some(({ code, stdin }) => code !== '' && stdin.trim() !== ''))
    return unusable('测试又有代码又有输入，这里的测试只有输入')
  return drivers[language] ?? unusable('测试是代码，这里的测试只有输入和输出')
}

function testOf({ code, stdin, expected, display, mark }: Case, language: CodeLanguage): CodeTest {
  const output = language === 'sql' ? rowsOf(expected) : expected
  const hidden = display === 'HIDE' || display === 'HIDE_IF_FAIL'
  return { input: code === '' ? stdin : code, output, hidden, score: mark }
}

/** Converts sqlite's output in columns (names, dashes, rows) to our format: only rows, with cells joined by `|`. */
function rowsOf(table: string): string {
  const lines = table.split('\n')
  const dashes = lines.findIndex((line) => /^-+(?:\s+-+)*\s*$/.test(line))
  if (dashes !== 1) return table
  const widths = [...lines[1]!.matchAll(/-+\s*/g)].map(({ index, 0: text }) => [index, index + text.length] as const)
  return lines
    .slice(2)
    .map((line) =>
      widths.map(([from, to], i) => line.slice(from, i === widths.length - 1 ? undefined : to).trim()).join('|'),
    )
    .join('\n')
}

/**
 * Counts the characters of a question’s programs and tests in the source file, to compare them with the imported ones.
 */
export function contentOfCodeRunner(question: XmlElement): Content {
  const cases = casesOf(question)
  const isSql = field(question, 'coderunnertype').trim() === 'sql'
  const texts = cases.flatMap(({ code, stdin, expected }) => [code, stdin, isSql ? '' : expected])
  const programs = [field(question, 'answerpreload'), field(question, 'answer')]
  const letters = [...programs, ...texts].map(keepLettersAndDigits).join('')
  return { ...noContent(), letters, keys: cases.length, weights: cases.length }
}
