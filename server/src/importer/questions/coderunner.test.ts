import { expect, it } from 'vitest'
import { readContent } from './read-file.fixture'

/** A question as the CodeRunner plug-in exports it. */
const question = (type: string, tests: string, more = '') => `<quiz><question type="coderunner">
<name><text>平方</text></name><questiontext format="html"><text><![CDATA[<p>写一个函数 <code>sqr</code>。</p>]]></text></questiontext>
<generalfeedback format="html"><text>乘自己。</text></generalfeedback><defaultgrade>2</defaultgrade>
<coderunnertype>${type}</coderunnertype><prototypetype>0</prototypetype><allornothing>0</allornothing>
<answerpreload><![CDATA[def sqr(n):
    pass]]></answerpreload><template></template><grader></grader><templateparams></templateparams>
<answer><![CDATA[def sqr(n):
    return n * n]]></answer>${more}<testcases>${tests}</testcases></question></quiz>`
const test = (code: string, stdin: string, expected: string, display = 'SHOW', mark = 1) =>
  `<testcase testtype="0" useasexample="1" hiderestiffail="0" mark="${mark}"><testcode><text>${code}</text></testcode><stdin><text>${stdin}</text></stdin><expected><text>${expected}</text></expected><extra><text></text></extra><display><text>${display}</text></display></testcase>`

it('reads tests with code, hidden flags and weights, and adds a line to the program that runs the code', async () => {
  const [reading] = await readContent(
    'a.xml',
    question('python3', test('print(sqr(3))', '', '9') + test('print(sqr(-1))', '', '1\n', 'HIDE', 2.5)),
  )
  expect(reading).toMatchObject({
    question: {
      type: 'code',
      language: 'python',
      score: 200,
      stem: '写一个函数 `sqr`。',
      starter: 'def sqr(n):\n    pass\n\nimport sys; exec(sys.stdin.read())  # 运行测试代码，请保留这一行',
      tests: [
        { input: 'print(sqr(3))', output: '9', hidden: false, score: 1 },
        { input: 'print(sqr(-1))', output: '1', hidden: true, score: 2.5 },
      ],
    },
    unnamed: [],
    balance: { source: { keys: 2, weights: 2 }, result: { keys: 2, weights: 2 } },
  })
})

it.each([
  ['c_program', 'c'],
  ['cpp_program', 'cpp'],
  ['nodejs', 'javascript'],
  ['python3', 'python'],
])('reads a question of type %s with input and output as a 编程题 in %s', async (type, language) => {
  const [reading] = await readContent('a.xml', question(type, test('', '3', '9')))
  expect(reading?.question).toMatchObject({
    language,
    starter: 'def sqr(n):\n    pass',
    tests: [{ input: '3', output: '9' }],
  })
})

it('converts the columns of SQL output to rows', async () => {
  const table = 'id          name      \n----------  ----------\n1           张 三     \n2           李四      '
  const [reading] = await readContent('a.xml', question('sql', test('', '', table)))
  expect(reading?.question).toMatchObject({ language: 'sql', tests: [{ output: '1|张 三\n2|李四' }] })
})

it('puts the test code of a C function into a main that runs the test with the number of the input', async () => {
  const tests = test('printf("%d", sqr(3));', '', '9') + test('int x = 2;\nprintf("%d", sqr(x));', '', '4', 'HIDE', 2)
  const [reading] = await readContent('a.xml', question('c_function', tests))
  expect(reading).toMatchObject({
    question: {
      language: 'c',
      tests: [
        { input: '1', output: '9', hidden: false },
        { input: '2', output: '4', hidden: true, score: 2 },
      ],
    },
    unnamed: [],
    notes: ['测试代码改为放在起始代码的 main 里，按标准输入的编号运行；隐藏的测试的代码也看得到'],
  })
  const source = reading?.question?.type === 'code' ? reading.question.solution : ''
  expect(source).toMatch(/^#include <stdio\.h>\n[\s\S]*case 2: \{\n {6}int x = 2;\n/)
})

it('reports tests before a submission, tests hidden at times, and limits', async () => {
  const precheck = test('print(1)', '', '1').replace('testtype="0"', 'testtype="1"')
  const [reading] = await readContent(
    'a.xml',
    question(
      'python3_w_input',
      test('', '1', '1', 'HIDE_IF_FAIL') + test('', '2', '4', 'HIDE_IF_SUCCEED') + precheck,
      '<globalextra>x</globalextra><memlimitmb>64</memlimitmb>',
    ),
  )
  expect(reading).toMatchObject({
    question: {
      tests: [
        { input: '1', hidden: true },
        { input: '2', hidden: false },
      ],
    },
    notes: [
      '没有带入 1 个测试，它们只用于预检，不评分',
      '没有带入测试的附加数据（extra）',
      '“不通过时隐藏”的测试改为一直隐藏',
      '“通过后隐藏”的测试改为公开',
      '没有带入时间和内存的限制，用这里的限制',
    ],
    unnamed: [],
  })
})

it.each([
  ['matlab_function', test('', '', '1'), '', '不支持的 CodeRunner 题型 matlab_function'],
  ['c_function', test('#define N 3\nsqr(N);', '', '9'), '', '测试代码里有预处理指令或 main，不能放进起始代码'],
  ['cpp_function', test('sqr(3);', '4', '9'), '', '测试有的只有代码、有的要读输入，这里的测试只有输入'],
  ['python3', test('print(1)', '2', '1'), '', '测试又有代码又有输入，这里的测试只有输入'],
])('rejects a question of type %s with the reason', async (type, tests, more, reason) =>
  expect(await readContent('a.xml', question(type, tests, more))).toMatchObject([{ question: null, reason }]),
)
