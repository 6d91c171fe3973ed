import type { StaffBanner } from '@dxx/contract/calls/staff/site-content'
import { gradientNames } from '@dxx/contract/rules/cover-art'
import { useRef, useState } from 'react'
import { ApiError } from '../../../api/error'
import { toast } from '../../../state/flash'
import { Banner } from '../../../ui/banner'
import { useStaffAction } from '../../api/hooks'
import { ConsoleButton } from '../../kit/button'
import { Dialog } from '../../kit/dialog'
import { SelectField, TextField } from '../../kit/fields'
import { isAppLink, LinkField } from '../../kit/link-field'
import { TimeField } from '../../kit/time-field'
import { pictureData } from './upload-picture'

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
  const [image, setImage] = useState(banner?.image ?? null)
  const [tried, setTried] = useState(false)
  const save = useStaffAction('POST /staff/v1/banner_save', {
    changes: ['GET /staff/v1/banner_list'],
    onDone: () => {
      toast('已保存，30 秒内生效')
      onClose()
    },
  })
  const isLink = isAppLink(link)
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
      <Preview
        id={banner?.id ?? null}
        shown={{ title: title || '标题', subtitle, action, colour, image }}
        onImage={setImage}
      />
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
          hint={image ? '有图片，颜色不显示' : undefined}
        />
        <div className="desk:col-span-2">
          <LinkField
            label="点开后去哪里"
            value={link}
            onChange={setLink}
            hint={banner ? '不填就打开它自己的页面' : '建好以后可以写它自己的页面，再把这里清空'}
            error={tried && !hasTarget ? '请填写点开后去哪里' : undefined}
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

interface PreviewProps {
  /** Null for a banner that is not saved yet and therefore has no picture. */
  id: string | null
  shown: Pick<StaffBanner, 'title' | 'subtitle' | 'action' | 'colour' | 'image'>
  onImage(image: string | null): void
}

/** The banner as students see it, and its picture. */
function Preview({ id, shown, onImage }: PreviewProps) {
  const change = useStaffAction('POST /staff/v1/banner_image', {
    changes: ['GET /staff/v1/banner_list'],
    onDone: ({ image }) => onImage(image),
  })
  return (
    <>
      <figure className="pt-1">
        <Banner {...shown} eager />
        <figcaption className="pt-1 text-center text-12 text-ink-3">学生在首页看到的样子</figcaption>
      </figure>
      {id === null ? (
        <p className="pt-1 text-center text-12 text-ink-3">建好以后可以加图片</p>
      ) : (
        <PictureField
          hasImage={shown.image !== null}
          running={change.running}
          onChange={(data) => void change.run({ id, data })}
        />
      )}
    </>
  )
}

interface PictureFieldProps {
  hasImage: boolean
  running: boolean
  onChange(data: string | null): void
}

/** Chooses or removes the picture; it takes effect at once, unlike the other values of the dialog. */
function PictureField({ hasImage, running, onChange }: PictureFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const choose = async (file: File | undefined) => {
    if (!file) return
    try {
      onChange(await pictureData(file))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast(error.msg)
    }
  }
  return (
    <div className="flex flex-wrap items-center justify-center gap-2 pt-1">
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label="轮播图的图片"
        onChange={(event) => {
          void choose(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <ConsoleButton size="small" loading={running} onClick={() => input.current?.click()}>
        {hasImage ? '换图片' : '加图片'}
      </ConsoleButton>
      {hasImage && (
        <ConsoleButton kind="quiet" size="small" disabled={running} onClick={() => onChange(null)}>
          去掉图片
        </ConsoleButton>
      )}
      <span className="text-12 text-ink-3">选好就生效</span>
    </div>
  )
}
