/** WeChat icon in the line style of the other icons. */
export function WechatIcon({ size = 24 }: { size?: number }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M9.3 15.2c-.8 0-1.600-.1-2.300-.4L4.200 16l.6-2.400A5.700 5.700 0 0 1 2.500 9.200C2.500 6 5.500 3.500 9.300 3.500c3.300 0 6.100 2 6.700 4.700" />
      <path d="M15.700 9.800c3.200 0 5.800 2.200 5.800 5 0 1.500-.8 2.900-2 3.800l.4 2-2.300-1c-.6.2-1.200.2-1.900.2-3.200 0-5.800-2.200-5.800-5s2.600-5 5.800-5Z" />
      <path d="M7 8h.01M11.500 8h.01M13.800 13.800h.01M17.600 13.800h.01" />
    </svg>
  )
}
