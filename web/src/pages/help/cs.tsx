import { useCurrentUser } from '../../features/account/with-user'
import { ContactWays } from '../../features/support/contact'
import { Conversation } from '../../features/support/conversation'
import { openLoginPage } from '../../router/navigation'
import { Button } from '../../ui/button'
import { Empty } from '../../ui/empty'

/** Contact channels, and the conversation with staff for logged-in users. */
export default function CsPage() {
  const { state } = useCurrentUser()
  return (
    <div className="flex min-h-[calc(100dvh-44px)] flex-col px-4 pt-2 tablet:min-h-[calc(100dvh-153px)]">
      <ContactWays />
      {state === 'guest' ? (
        <Empty text="登录后可以在线留言，客服的回复会一直保存在这里">
          <Button className="min-w-36" onClick={() => openLoginPage()}>
            去登录
          </Button>
          <a href="#/pages/help/index" className="tap rounded-item text-14 text-primary">
            先看看常见问题
          </a>
        </Empty>
      ) : (
        <Conversation />
      )}
    </div>
  )
}
