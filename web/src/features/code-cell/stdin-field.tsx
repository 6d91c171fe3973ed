import { useId } from 'react'

/** Input field for the program's stdin. */
export function StdinField({ value, onChange }: { value: string; onChange(value: string): void }) {
  const id = useId()
  return (
    <div className="px-3.5 pt-3">
      <label htmlFor={id} className="block pb-1 text-12 text-[#aab3c2]">
        程序的输入，运行前填好
      </label>
      <textarea
        id={id}
        value={value}
        rows={Math.min(6, Math.max(2, value.split('\n').length))}
        maxLength={64 * 1024}
        spellCheck={false}
        autoCapitalize="off"
        autoCorrect="off"
        onChange={(event) => onChange(event.target.value)}
        className="block w-full resize-none rounded-item bg-[#101828] px-3 py-2 font-mono text-(length:--code-size) leading-[1.6]"
      />
    </div>
  )
}
