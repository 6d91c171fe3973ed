import type { UserInfo } from '@dxx/contract/calls/accounts'
import Camera from 'lucide-react/icons/camera'
import { useRef, useState } from 'react'
import { ApiError } from '../../api/error'
import { useAction } from '../../api/use-action'
import { toast } from '../../state/flash'
import { Avatar } from '../../ui/avatar'
import { Button } from '../../ui/button'
import { Spinner } from '../../ui/spinner'
import { uploadFile } from '../uploads/upload'
import { storeReturnedUser } from './complete-login'

/** Avatar beside the name; a new picture is uploaded as soon as it is chosen. */
export function AvatarField({ user }: { user: UserInfo }) {
  const [problem, setProblem] = useState('')
  const [sending, setSending] = useState(false)
  const [unsent, setUnsent] = useState<File>()
  const busy = useRef(false)
  const { run, running } = useAction('POST /v1/user_edit', {
    onDone: (userinfo) => {
      storeReturnedUser(userinfo)
      toast('头像已更新')
    },
    onError: ({ msg }) => setProblem(msg),
  })

  async function choose(file: File | undefined) {
    if (!file || busy.current) return
    if (!file.type.startsWith('image/')) return setProblem('请选择一张图片')
    busy.current = true
    setSending(true)
    setProblem('')
    setUnsent(undefined)
    try {
      const { id } = await uploadFile('avatar', file)
      await run({ avatar: id })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (!error.shown) setProblem(error.msg)
      if (!error.decided) setUnsent(file)
    } finally {
      busy.current = false
      setSending(false)
    }
  }

  return (
    <div className="flex flex-col items-center gap-2 py-2">
      <label className="relative rounded-full has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
        <Avatar name={user.nickname} src={user.avatar} size={84} />
        <span className="absolute right-0 bottom-0 grid size-7 place-items-center rounded-full bg-primary text-on-primary">
          {sending || running ? <Spinner /> : <Camera aria-hidden="true" size={15} />}
        </span>
        <input
          type="file"
          accept="image/*"
          aria-label="更换头像"
          onChange={(event) => {
            void choose(event.target.files?.[0])
            // Allows choosing the same file again.
            event.target.value = ''
          }}
          className="absolute inset-0 cursor-pointer opacity-0"
        />
      </label>
      <p role={problem ? 'alert' : undefined} className={problem ? 'text-12 text-danger' : 'text-12 text-ink-3'}>
        {problem || '点头像更换，图片不超过 10 MB'}
      </p>
      {unsent && (
        <Button kind="plain" size="small" onClick={() => void choose(unsent)}>
          重新上传
        </Button>
      )}
    </div>
  )
}
