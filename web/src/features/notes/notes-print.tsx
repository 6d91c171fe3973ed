import type { MyNote } from '@dxx/contract/calls/notes'
import { appConstants } from '@dxx/contract/rules/constants'
import { formatDate } from '@dxx/contract/rules/time-from'
import { serverNow } from '../../api/clock'
import { PrintDocument } from '../../ui/print-document'
import { kindNames } from './labels'

/** Document that Ctrl+P prints on the list of notes. */
export function NotesPrint({ list, total }: { list: readonly MyNote[]; total: number }) {
  return (
    <PrintDocument>
      <h1 className="text-19 font-bold">我的笔记</h1>
      <p className="mb-4 text-12">
        {appConstants.name} · {formatDate(serverNow())} · {list.length} 条{total > list.length && `（共 ${total} 条）`}
      </p>
      <ul className="space-y-4">
        {list.map(({ id, kind, curriculum, chapterTitle, quote, text, updatedAt }) => (
          <li key={id}>
            {quote && <blockquote className="border-l-2 border-line pl-3 text-14">{quote}</blockquote>}
            {text && <p className="mt-1 text-14 user-text">{text}</p>}
            <p className="mt-1 text-12">
              {kindNames[kind]} · 《{curriculum.title}》{chapterTitle} · {formatDate(updatedAt)}
            </p>
          </li>
        ))}
      </ul>
    </PrintDocument>
  )
}
