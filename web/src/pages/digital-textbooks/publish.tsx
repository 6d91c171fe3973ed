import { PublishForm } from '../../features/reader/publish-form'
import { usePageTitle } from '../../router/page-context'
import { usePageQuery } from '../../router/page-query'
import { buttonClass } from '../../ui/button'
import { Empty } from '../../ui/empty'

/**
 * `?id=&chapter=&type=discuss|note&pid=&quote=&mark=`: publishes a post or note on a chapter, with pictures. `text` and
 * `teacher=1` fill in a question, which the user can edit before publishing it.
 */
export default function TextbookPublishPage() {
  const [{ id, chapter, kind, type, pid = '', quote = '', mark, text, teacher }] = usePageQuery()
  usePageTitle(type === 'note' ? '公开笔记' : '发表讨论')
  if (!id || !chapter)
    return (
      <Empty text="从书里选一段文字，就能发表讨论或笔记">
        <a href="#/pages/study/index" className={buttonClass('line')}>
          去我的书架
        </a>
      </Empty>
    )
  return (
    <div className="px-4 pt-2 pb-8">
      <PublishForm
        curriculumId={id}
        chapterId={chapter}
        kind={kind === 'ebook' ? 'ebook' : 'textbook'}
        type={type === 'note' ? 'note' : 'discuss'}
        pid={pid}
        quote={quote}
        mark={mark}
        question={text ? { text: text.slice(0, 500), askTeacher: teacher === '1' } : undefined}
      />
    </div>
  )
}
