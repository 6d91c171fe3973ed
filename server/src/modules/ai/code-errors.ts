import type { RunResult } from '@dxx/contract/calls/runcode'

interface KnownError {
  pattern: RegExp
  /** Explanation of the error and its usual cause, shown without a model. */
  hint: string
  /** Topic of the error in the words of textbooks, for retrieval. */
  topic: string
}

/** Frequent errors of beginners, by the text that interpreters and compilers print. */
const known: KnownError[] = [
  {
    pattern: /NameError|is not defined|undeclared|was not declared/,
    hint: '用到了一个还没有定义的名字：检查拼写、大小写，以及是不是先用后定义。',
    topic: '变量 定义 作用域',
  },
  {
    pattern: /IndentationError|TabError/,
    hint: '缩进不一致：同一层的语句要用同样多的空格，不要混用 Tab。',
    topic: '缩进 语句块',
  },
  {
    pattern: /IndexError|out of range|out of bounds/,
    hint: '下标越界：长度为 n 的序列，下标从 0 到 n-1；检查循环的终点和空序列。',
    topic: '下标 越界 列表 长度',
  },
  { pattern: /KeyError/, hint: '字典里没有这个键：先用 in 判断，或者用 get 给一个缺省值。', topic: '字典 键' },
  {
    pattern: /ZeroDivisionError|division by zero/,
    hint: '除数是 0：想想哪些输入会让除数变成 0，先判断再除。',
    topic: '除法 除数 判断',
  },
  {
    pattern: /RecursionError|maximum recursion|stack overflow|Maximum call stack|call stack exhausted/,
    hint: '递归没有停下来：检查递归出口，以及每次调用的问题是不是真的变小了。',
    topic: '递归 出口 栈溢出',
  },
  {
    pattern: /TypeError/,
    hint: '类型不对：看看这一行里每个值是什么类型，比如把字符串和数字直接相加。',
    topic: '类型 转换',
  },
  {
    pattern: /ValueError|invalid literal/,
    hint: '值不合要求：例如把不是数字的文字转成整数。检查输入和转换。',
    topic: '类型转换 输入',
  },
  {
    pattern: /AttributeError|is not a function|has no member/,
    hint: '这个对象没有这个属性或方法：检查名字，也检查对象是不是你以为的那种类型。',
    topic: '对象 属性 方法',
  },
  {
    pattern: /EOFError|EOF when reading/,
    hint: '程序要读输入，但是没有输入了：在「输入」里给出足够的行。',
    topic: '输入 读取',
  },
  {
    pattern: /ModuleNotFoundError|ImportError|No module named/,
    hint: '没有这个模块：运行环境只有标准库和少数常用库。',
    topic: '模块 导入',
  },
  {
    pattern: /segmentation|memory access|unreachable|null pointer/i,
    hint: '访问了不该访问的内存：检查空指针、越界的下标和没有初始化的指针。',
    topic: '指针 越界 空指针',
  },
  {
    pattern: /no such table|no such column|does not exist/,
    hint: '表名或列名不存在：对照表结构检查拼写和别名。',
    topic: '表 列 查询',
  },
  { pattern: /expected ['`‘]?;|expected ';'/, hint: '少了分号：看报错行和它的上一行。', topic: '语句 分号' },
  {
    pattern: /SyntaxError|syntax error|expected/,
    hint: '语法错误：检查括号、引号、冒号是不是成对、有没有漏写，先看报错的那一行和它的上一行。',
    topic: '语法',
  },
]

const printed = ({ stderr, diagnostics }: RunResult) =>
  [...diagnostics.map(({ message }) => message), stderr].join('\n').slice(-4000)

export const hintForError = (result: RunResult): string => {
  if (result.reason === 'timeout') return '程序超时了：多半是循环没有停下来。检查循环条件里的变量有没有变化。'
  if (result.reason === 'memory') return '内存用完了：检查是不是在循环里不断增加数据，或者数组开得太大。'
  if (result.reason === 'ok') return ''
  return known.find(({ pattern }) => pattern.test(printed(result)))?.hint ?? ''
}

/** Words for finding the passages that explain an error; empty if the program ran without one. */
export function errorTopic(result: RunResult): string {
  if (result.reason === 'timeout') return '死循环 循环条件'
  if (result.reason === 'ok') return ''
  const text = printed(result)
  const name = /\b([A-Z]\w*(?:Error|Exception))\b/.exec(text)?.[1] ?? ''
  return [name, known.find(({ pattern }) => pattern.test(text))?.topic ?? ''].filter(Boolean).join(' ')
}
