import type { CurriculumInfo } from '@dxx/contract/calls/catalogue'
import type { Comment } from '@dxx/contract/calls/community'
import { appLimits } from '@dxx/contract/rules/constants'
import { useState } from 'react'
import { requireMobile } from '../../api/session'
import { useAction } from '../../api/use-action'
import { navigateBack } from '../../router/navigation'
import { useDraft } from '../../state/drafts'
import { toast } from '../../state/flash'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { RateInput } from '../../ui/rate'
import { Textarea } from '../../ui/textarea'
import { Uploader } from '../../ui/uploader'
import { type UploadedPicture, usePictures } from '../uploads/use-pictures'
import { refreshComments } from './change-comments'

interface Written {
  stars: number
  text: string
  images: UploadedPicture[]
}

const longest = 500

/** Form for the user's own comment, new or existing. The draft survives a reload and a new login. */
export function CommentForm({ info, comment }: { info: CurriculumInfo; comment: Comment | null }) {
  const first: Written = { stars: comment?.stars ?? 0, text: comment?.text ?? '', images: comment?.images ?? [] }
  const [written, setWritten, clearWritten] = useDraft(`comment:${info.id}`, first)
  const [problem, setProblem] = useState('')
  const pictures = usePictures('image', written.images, (images) => setWritten((now) => ({ ...now, images })))
  const { run, running } = useAction('POST /v130/add_comment', {
    onDone: () => {
      clearWritten()
      refreshComments()
      toast(comment ? '评价已修改' : '评价已发表，谢谢你的分享')
      void navigateBack()
    },
    onError: (error) => !error.shown && setProblem(error.msg),
  })

  function submit() {
    if (written.stars === 0) return setProblem('请先点星打分')
    if (!written.text.trim()) return setProblem('写两句学习感受，帮帮后来的同学')
    if (requireMobile()) return
    setProblem('')
    const { stars, text, images } = written
    void run({ curriculumId: info.id, stars, text, images: images.map(({ id }) => id) })
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      className="space-y-3"
    >
      <Card className="flex flex-wrap items-center gap-x-4">
        <span className="font-semibold">总体评分</span>
        <RateInput
          label="总体评分"
          value={written.stars}
          onChange={(stars) => setWritten((now) => ({ ...now, stars }))}
        />
      </Card>
      <Card className="space-y-4">
        <Textarea
          label="学习感受"
          placeholder="讲得清楚吗？适合什么基础的同学？最有收获的是哪一章？"
          rows={5}
          maxLength={longest}
          value={written.text}
          onChange={(text) => setWritten((now) => ({ ...now, text }))}
        />
        <Uploader label="添加图片（选填）" max={appLimits.albumMax} {...pictures.uploader} />
      </Card>
      <p role="alert" className="min-h-5 px-1 text-13 text-danger">
        {problem || pictures.problem}
      </p>
      <Button type="submit" block loading={running}>
        {comment ? '保存修改' : '发表评价'}
      </Button>
    </form>
  )
}
