import type { OpinionKind } from '@dxx/contract/calls/support'
import { type FormEvent, useId, useState } from 'react'
import { useAction } from '../../api/use-action'
import { invalidateCalls } from '../../api/use-call'
import { useDraft } from '../../state/drafts'
import { toast } from '../../state/flash'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { Field } from '../../ui/field'
import { Textarea } from '../../ui/textarea'
import { Uploader } from '../../ui/uploader'
import { type UploadedPicture, usePictures } from '../uploads/use-pictures'
import { VideoField } from '../uploads/video-field'
import { opinionKinds } from './opinion-kinds'

interface Written {
  kind: OpinionKind | null
  text: string
  images: UploadedPicture[]
  /** Missing in drafts of previous versions. */
  videos?: UploadedPicture[]
  contact: string
}

const blank: Written = { kind: null, text: '', images: [], contact: '' }
const longest = 500
const shortest = 5

export function FeedbackForm({ onSent }: { onSent(): void }) {
  const [written, setWritten, clear] = useDraft('feedback', blank)
  const [problem, setProblem] = useState('')
  const change = (next: Partial<Written>) => {
    setProblem('')
    setWritten((now) => ({ ...now, ...next }))
  }
  const pictures = usePictures('feedback', written.images, (images) => change({ images }))
  const { run, running } = useAction('POST /v1/opinion', {
    onDone: () => {
      clear()
      toast('反馈已提交，谢谢你')
      void invalidateCalls('GET /v1/opinion_list')
      onSent()
    },
    onError: (error) => !error.shown && setProblem(error.msg),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    const { kind, text, images, videos = [], contact } = written
    if (!kind) return setProblem('请先选择反馈类型')
    if (text.trim().length < shortest) return setProblem(`请至少写 ${shortest} 个字，方便我们找到问题`)
    void run({ kind, text, contact, images: images.map(({ id }) => id), videos: videos.map(({ id }) => id) })
  }

  return (
    <form noValidate onSubmit={submit} className="space-y-3">
      <Card>
        <Kinds value={written.kind} onChange={(kind) => change({ kind })} />
      </Card>
      <Card className="space-y-4">
        <Textarea
          label="问题或建议"
          placeholder="发生了什么？在哪个页面？写得越具体，我们处理得越快"
          rows={5}
          maxLength={longest}
          value={written.text}
          onChange={(text) => change({ text })}
        />
        <Uploader label="添加图片（选填）" {...pictures.uploader} />
        <VideoField
          label="添加视频（选填）"
          purpose="feedback"
          value={written.videos ?? []}
          onChange={(videos) => change({ videos })}
        />
      </Card>
      <Card>
        <Field
          label="联系方式（选填）"
          placeholder="手机号、微信或邮箱，方便我们联系你"
          maxLength={50}
          value={written.contact}
          onChange={(contact) => change({ contact })}
        />
      </Card>
      <p role="alert" className="min-h-5 px-1 text-13 text-danger">
        {problem || pictures.problem}
      </p>
      <Button type="submit" block loading={running}>
        提交
      </Button>
    </form>
  )
}

function Kinds({ value, onChange }: { value: OpinionKind | null; onChange(kind: OpinionKind): void }) {
  const name = useId()
  return (
    <fieldset>
      <legend className="mb-2 text-13 text-ink-2">反馈类型</legend>
      <div className="flex flex-wrap gap-2">
        {opinionKinds.map((kind) => (
          <label
            key={kind.value}
            className="relative grid min-h-11 cursor-pointer place-items-center rounded-full bg-fill px-4 text-14 has-checked:bg-primary-soft has-checked:font-semibold has-checked:text-primary has-focus-visible:outline-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={name}
              checked={value === kind.value}
              onChange={() => onChange(kind.value)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            {kind.title}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
