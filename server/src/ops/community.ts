import { formatDateTime } from '@dxx/contract/rules/time-from'
import { addedWords, changeWords, hidePost, keepReported, reported } from '../modules/community/moderate'
import { postKindNames } from '../modules/community/reactions'
import { type OpsCommands, orFail, UsageError } from './command'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function idOf(text = ''): string {
  if (!uuid.test(text)) throw new UsageError()
  return text
}

function wordsOf(words: string[]): string[] {
  const given = words.map((word) => word.trim()).filter(Boolean)
  if (given.length === 0) throw new UsageError()
  return given
}

const notFound = '没有这个编号的举报，可能已经处理过了。'

export const reports: OpsCommands = {
  list: {
    usage: 'reports list                      列出被举报的评价、讨论、笔记和回复，最早的在前',
    reads: true,
    run: ({ db, print, printPage }) =>
      printPage({
        read: (page) => reported(db, page),
        empty: '没有待处理的举报。',
        keyOf: ({ uid }) => uid,
        print({ uid, kind, nickname, curriculum, text, reasons, firstAt }) {
          print(`${uid}  ${formatDateTime(firstAt)}  ${reasons}`)
          print(`  ${nickname} 在《${curriculum}》的${postKindNames[kind]}：${text.replaceAll('\n', ' ')}`)
        },
      }),
  },
  remove: {
    usage: 'reports remove <编号> <原因>      隐藏被举报的内容，可以在管理台恢复；原因会告诉作者',
    async run({ audited, clock, print }, [id, ...words]) {
      const reason = wordsOf(words).join(' ')
      const uid = idOf(id)
      const done = await audited(
        (tx) => hidePost(tx, uid, { reason, by: null }, clock.now()),
        (hidden) => (hidden ? { target: { kind: 'post', id: uid }, after: { hidden: true }, reason } : null),
      )
      orFail(done, notFound)
      print('已隐藏，并已通知作者。')
    },
  },
  keep: {
    usage: 'reports keep <编号>               内容没有问题，结束这些举报',
    async run({ audited, clock, print }, [id]) {
      const uid = idOf(id)
      const done = await audited(
        (tx) => keepReported(tx, uid, clock.now()),
        (isKept) => (isKept ? { target: { kind: 'post', id: uid }, after: { kept: true } } : null),
      )
      orFail(done, notFound)
      print('已保留，举报已结束。')
    },
  },
}

export const sensitiveWordCommands: OpsCommands = {
  list: {
    usage: 'words list                        列出自己添加的敏感词',
    reads: true,
    async run({ db, print }) {
      const added = await addedWords(db)
      print(added.length === 0 ? '还没有添加敏感词，只有内置的几个。' : added.join('\n'))
    },
  },
  add: {
    usage: 'words add <词>…                   添加敏感词，半分钟内生效；含有它们的内容发不出去',
    async run({ audited, print }, given) {
      const added = wordsOf(given)
      const now = await audited(
        (tx) => changeWords(tx, added, []),
        () => ({ target: { kind: 'words', id: '' }, after: { added } }),
      )
      print(`现在有 ${now.length} 个自己添加的敏感词。`)
    },
  },
  remove: {
    usage: 'words remove <词>…                去掉自己添加的敏感词',
    async run({ audited, print }, given) {
      const removed = wordsOf(given)
      const now = await audited(
        (tx) => changeWords(tx, [], removed),
        () => ({ target: { kind: 'words', id: '' }, before: { removed } }),
      )
      print(`还剩 ${now.length} 个自己添加的敏感词。`)
    },
  },
}
