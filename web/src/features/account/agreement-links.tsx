import { agreementTypes } from '@dxx/contract/rules/constants'
import { useStore } from '../../state/store'

/** 《用户协议》《隐私政策》, each opening in the sheet: their page needs a login. */
export function AgreementLinks() {
  return ([1, 2] as const).map((id) => (
    <button
      key={id}
      type="button"
      onClick={() => useStore.setState({ agreement: id })}
      className="tap rounded-item text-primary"
    >
      《{agreementTypes[id]}》
    </button>
  ))
}
