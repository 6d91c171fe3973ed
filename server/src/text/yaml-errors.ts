import type { ErrorCode } from 'yaml'

/** Translations of the parser's English messages. */
export const yamlErrors: Record<ErrorCode, string> = {
  ALIAS_PROPS: '引用（*名）前后不能再加标记',
  BAD_ALIAS: '引用（*名）没有名字，或名字写错了',
  BAD_DIRECTIVE: '% 开头的指令写错了',
  BAD_DQ_ESCAPE: '双引号里的反斜杠写法不对，请用单引号或 \\\\',
  BAD_INDENT: '缩进不对，同一层要对齐',
  BAD_PROP_ORDER: '锚点和标记的次序不对',
  BAD_SCALAR_START: '这个符号开头的值要加引号',
  BAD_COLLECTION_TYPE: '标记与内容的种类不符',
  BLOCK_AS_IMPLICIT_KEY: '冒号太多：值里有冒号时要加引号',
  BLOCK_IN_FLOW: '{ } 或 [ ] 里不能用缩进的写法',
  DUPLICATE_KEY: '同一个字段写了两次',
  IMPOSSIBLE: '读不懂这一行',
  KEY_OVER_1024_CHARS: '字段名太长，多半是少了引号或冒号',
  MISSING_CHAR: '少了符号：检查引号、逗号、括号和冒号',
  MULTILINE_IMPLICIT_KEY: '字段名跨了几行：多半是少了引号或冒号',
  MULTIPLE_ANCHORS: '一个值只能有一个锚点',
  MULTIPLE_DOCS: '一个文件里只能有一份清单，请去掉单独一行的 ---',
  MULTIPLE_TAGS: '一个值只能有一个标记',
  NON_STRING_KEY: '字段名要是文字',
  RESOURCE_EXHAUSTION: '嵌套太深',
  TAB_AS_INDENT: '缩进只能用空格，不能用制表符',
  TAG_RESOLVE_FAILED: '不认识的标记（! 开头的写法）',
  UNEXPECTED_TOKEN: '这里不该有这个符号：检查引号、逗号和括号',
}
