import type { StaffBanner } from '@dxx/contract/calls/staff/site-content'
import { gradientNames } from '@dxx/contract/rules/cover-art'
import { useState } from 'react'
import { toast } from '../../../state/flash'
import { Banner } from '../../../ui/banner'
import { useStaffAction } from '../../api/hooks'
import { ConsoleButton } from '../../kit/button'
import { Dialog } from '../../kit/dialog'
import { SelectField, TextField } from '../../kit/fields'
import { TimeField } from '../../kit/time-field'

const colourNames: Record<(typeof gradientNames)[number], string> = {
  blue: '蓝',
  amber: '橙',
  teal: '青',
  violet: '紫',
  rose: '玫红',
  slate: '深灰',
}

/** Creates or changes a banner, with the preview that students see. */
export function BannerDialog({ banner, onClose }: { banner: StaffBanner | null; onClose(): void }) {
  const [title, setTitle] = useState(banner?.title ?? '')
  const [subtitle, setSubtitle] = useState(banner?.subtitle ?? '')
  const [action, setAction] = useState(banner?.action ?? '去看看')
  const [colour, setColour] = useState(gradientNames.find((name) => name === banner?.colour) ?? 'blue')
  const [link, setLink] = useState(banner?.link ?? '')
  const [startsAt, setStartsAt] = useState(banner?.startsAt ?? null)
  const [endsAt, setEndsAt] = useState(banner?.endsAt ?? null)
  const [tried, setTried] = useState(false)
  const save = useStaffAction('POST /staff/v1/banner_save', {
    changes: ['GET /staff/v1/banner_list'],
    onDone: () => {
      toast('已保存，30 秒内生效')
      onClose()
    },
  })
  const isLink = /^(pages\/[\w\-/]+(\?[^\s#]*)?)?$/.test(link.trim())
  const hasTarget = banner !== null || link.trim() !== ''
  const isPeriod = startsAt === null || endsAt === null || endsAt > startsAt
  const submit = () => {
    setTried(true)
    if (title.trim() && isLink && hasTarget && isPeriod)
      void save.run({ id: banner?.id, title, subtitle, action, colour, link: link.trim(), startsAt, endsAt })
  }
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={banner ? '修改轮播图' : '新建轮播图'}
      actions={
        <>
          <ConsoleButton onClick={onClose}>取消</ConsoleButton>
          <ConsoleButton kind="amber" loading={save.running} onClick={submit}>
            {banner ? '保存' : '建好并显示'}
          </ConsoleButton>
        </>
      }
    >
      <figure className="pt-1">
        <Banner
          title={title || '标题'}
          subtitle={subtitle}
          action={action}
          image={banner?.image}
          colour={colour}
          eager
        />
        <figcaption className="pt-1 text-center text-12 text-ink-3">学生在首页看到的样子</figcaption>
      </figure>
      <div className="grid gap-3 pt-3 desk:grid-cols-2">
        <TextField
          label="标题"
          maxLength={30}
          value={title}
          onChange={setTitle}
          error={tried && !title.trim() ? '请填写标题' : undefined}
        />
        <TextField label="副标题（可不填）" maxLength={40} value={subtitle} onChange={setSubtitle} />
        <TextField label="按钮（可不填）" maxLength={10} value={action} onChange={setAction} />
        <SelectField
          label="颜色"
          value={colour}
          onChange={(next) => setColour(gradientNames.find((name) => name === next) ?? 'blue')}
          options={gradientNames.map((value) => ({ value, label: colourNames[value] }))}
          hint={banner?.image ? '有图片，颜色不显示' : undefined}
        />
        <div className="desk:col-span-2">
          <TextField
            label="点开后去哪里"
            placeholder="pages/my/coupons"
            maxLength={200}
            value={link}
            onChange={setLink}
            hint={banner ? '不填就打开它自己的页面' : undefined}
            error={!isLink ? '应形如 pages/my/coupons' : tried && !hasTarget ? '请填写点开后去哪里' : undefined}
          />
        </div>
        <TimeField label="开始（不填为现在）" value={startsAt} onChange={setStartsAt} />
        <TimeField
          label="结束（不填为一直）"
          value={endsAt}
          onChange={setEndsAt}
          error={isPeriod ? undefined : '要晚于开始时间'}
        />
      </div>
    </Dialog>
  )
}
