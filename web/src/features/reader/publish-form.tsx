import { appLimits } from '@dxx/contract/rules/constants'
import { useState } from 'react'
import type { ApiError } from '../../api/error'
import { requireMobile } from '../../api/session'
import { useAction } from '../../api/use-action'
import { invalidateCalls } from '../../api/use-call'
import { navigateBack } from '../../router/navigation'
import { useDraft } from '../../state/drafts'
import { toast } from '../../state/flash'
import { useStore } from '../../state/store'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { Checkbox } from '../../ui/checkbox'
import { SideCard } from '../../ui/side-card'
import { Textarea } from '../../ui/textarea'
import { Uploader } from '../../ui/uploader'
import { recountDiscussions } from '../community/recount-discussions'
import { type UploadedPicture, usePictures } from '../uploads/use-pictures'
import { useHighlights } from './highlights/store'
import type { TextKind } from './kinds'

interface PublishFormProps {
  curriculumId: string
  chapterId: string
  kind: TextKind
  type: 'discuss' | 'note'
  pid: string
  quote: string
  /** Highlight whose note is to be published. */
  mark?: string
  /** Question that another page brings along; a draft of the user takes precedence. */
  question?: { text: string; askTeacher: boolean }
}

interface Written {
  text: string | null
  images: UploadedPicture[]
}

const longest = { discuss: 1000, note: 5000 }

/** Form to publish a post. Its draft survives a reload and a new login, and is cleared after publishing. */
export function PublishForm(props: PublishFormProps) {
  const { curriculumId, chapterId, kind, type, pid, quote, mark, question } = props
  const highlights = useHighlights({ id: curriculumId, kind, title: '' })
  const marked = highlights.list.find(({ id }) => id === mark)
  const [written, setWritten, clear] = useDraft<Written>(`publish:${type}:${chapterId}:${mark ?? pid}`, {
    text: null,
    images: [],
  })
  const text = written.text ?? marked?.note ?? question?.text ?? ''
  const shown = marked?.locator.exact ?? quote
  const [problem, setProblem] = useState('')
  const isStudent = useStore(({ userinfo }) => userinfo?.studentStatus === 'passed')
  const [askTeacher, setAskTeacher] = useState(isStudent && question?.askTeacher === true)
  const pictures = usePictures('image', written.images, (images) => setWritten((now) => ({ ...now, images })))
  const options = {
    onDone: () => {
      clear()
      void invalidateCalls('GET /v131/get_discuss', 'GET /v131/get_note')
      recountDiscussions()
      toast(askTeacher ? '已发表，老师会收到提问' : '已发表')
      void navigateBack()
    },
    onError: (error: ApiError) => !error.shown && setProblem(error.msg),
  }
  const discuss = useAction('POST /v131/push_discuss', options)
  const note = useAction('POST /v131/push_note', options)

  function send() {
    if (!text.trim()) return setProblem('写几句再发表吧')
    if (requireMobile()) return
    setProblem('')
    const common = { curriculumId, chapterId, text, images: written.images.map(({ id }) => id) }
    if (type === 'discuss') void discuss.run({ ...common, pid, quote: shown.slice(0, 300), askTeacher })
    else {
      const colour = marked && marked.mark !== 'bookmark' ? marked.mark : ''
      void note.run({ ...common, quote: shown, locator: marked?.locator ?? null, colour, public: true })
    }
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      className="space-y-3 desk:grid desk:grid-cols-[minmax(0,1fr)_320px] desk:items-start desk:gap-x-6 desk:*:col-start-1"
    >
      <div className="space-y-3 desk:col-start-2! desk:row-span-4">
        {shown && (
          <blockquote className="line-clamp-5 border-l-3 border-amber pl-3 text-13 text-ink-2 desk:line-clamp-[14]">
            {shown}
          </blockquote>
        )}
        <Customs type={type} />
      </div>
      <Card className="space-y-4">
        <Textarea
          label={type === 'note' ? '笔记' : '讨论'}
          hideLabel
          placeholder={type === 'note' ? '写下你的理解，同学们都能看到' : '有问题或想法，说给一起学的同学听'}
          rows={6}
          maxLength={longest[type]}
          value={text}
          onChange={(next) => setWritten((now) => ({ ...now, text: next }))}
        />
        <Uploader label="添加图片（选填）" max={appLimits.albumMax} {...pictures.uploader} />
      </Card>
      {type === 'discuss' && isStudent && (
        <Checkbox checked={askTeacher} onChange={setAskTeacher}>
          同时问老师（老师会在讨论里回答）
        </Checkbox>
      )}
      <p role="alert" className="min-h-5 px-1 text-13 text-danger">
        {problem || pictures.problem}
      </p>
      <Button type="submit" block loading={discuss.running || note.running}>
        发表
      </Button>
    </form>
  )
}

/** Rules for authors, beside the form in wide windows. */
function Customs({ type }: { type: PublishFormProps['type'] }) {
  return (
    <div className="hidden desk:block">
      <SideCard title="发表之前">
        <ul className="list-disc space-y-1.5 pl-4.5 text-13 text-ink-2">
          <li>读这一章的同学都能看到{type === 'note' ? '这条笔记' : '这条讨论，并能回复你'}。</li>
          <li>
            最多 {longest[type]} 字、{appLimits.albumMax} 张图片，没发表的内容会留在这台设备上。
          </li>
          <li>请不要写联系方式，也不要贴考试的题目和答案。</li>
        </ul>
      </SideCard>
    </div>
  )
}
