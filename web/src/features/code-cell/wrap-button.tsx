import WrapText from 'lucide-react/icons/wrap-text'
import { toggleCodeWrap, useCodeWrap } from './code-wrap'
import { PanelButton } from './panel-button'

/** Button that wraps long lines, or lets them scroll. */
export function WrapButton({ word }: { word?: string }) {
  const wrap = useCodeWrap((state) => state.wrap)
  return (
    <PanelButton
      label="自动换行"
      word={word}
      aria-pressed={wrap}
      onClick={toggleCodeWrap}
      className="aria-pressed:text-[#7cc4ff]"
    >
      <WrapText aria-hidden="true" size={18} />
    </PanelButton>
  )
}
