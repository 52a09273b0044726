/** Two people at a table, one older, one younger; what is said grows leaves. */
export function ConversationDrawing() {
  return (
    <svg
      viewBox="0 0 480 360"
      className="h-auto w-full"
      aria-hidden="true"
      fill="none"
      stroke="#1D1D1D"
      strokeWidth="5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <circle cx="240" cy="178" r="166" fill="#42CC79" opacity="0.2" stroke="none" />
      <path d="M96 214c-18 16-28 44-28 84h132c0-44-6-70-26-86-20-14-58-14-78 2Z" fill="#2E9156" />
      <path d="M104 150c0 34 14 56 34 56s34-22 34-52c0-28-14-46-34-46s-34 16-34 42Z" fill="#F3DCC8" />
      <path
        d="M98 150c-8-40 16-62 44-60 28 1 42 24 36 54-4-18-16-28-36-28-22 0-36 12-44 34Z"
        fill="#FFFFFF"
      />
      <circle cx="132" cy="86" r="18" fill="#FFFFFF" />
      <circle cx="128" cy="154" r="11" strokeWidth="4" />
      <circle cx="157" cy="154" r="11" strokeWidth="4" />
      <path d="M139 153c2-2 5-2 7 0M132 182c8 7 18 7 25-1" strokeWidth="4" />
      <path d="M310 226c-20 14-28 38-30 72h128c0-42-8-64-26-76-18-11-52-10-72 4Z" fill="#42CC79" />
      <path d="M312 172c0 30 13 50 33 50s34-20 34-48c0-27-14-44-34-44s-33 16-33 42Z" fill="#E3B892" />
      <path
        d="M308 176c-10-42 12-68 42-66 32 2 44 34 34 74-2-20-8-32-18-38-18 6-38 4-50 2-4 6-7 16-8 28Z"
        fill="#1D1D1D"
        stroke="none"
      />
      <circle cx="334" cy="174" r="4" fill="#1D1D1D" stroke="none" />
      <circle cx="357" cy="174" r="4" fill="#1D1D1D" stroke="none" />
      <path d="M332 194c8 9 20 9 27 0" strokeWidth="4" />
      <path d="M40 298h400" strokeWidth="6" />
      <path d="M56 300h368l-10 26H66Z" fill="#FFFFFF" />
      <path d="M216 262h40v18c0 11-9 18-20 18s-20-7-20-18Z" fill="#FFFFFF" />
      <path d="M256 268c14-2 14 18-1 17" />
      <path d="M229 250c-4-8 6-10 2-18M244 250c-4-8 6-10 2-18" stroke="#2E9156" strokeWidth="4" />
      <path
        d="M190 76c0-32 26-54 60-54s60 22 60 50-26 50-60 50c-8 0-15-1-21-3l-28 14 5-25c-10-8-16-19-16-32Z"
        fill="#FFFFFF"
      />
      <path d="M249 104V52" />
      <path d="M250 78c0-16 10-26 28-27 0 17-10 27-28 27Z" fill="#42CC79" strokeWidth="4" />
      <path d="M248 92c-15 1-24-5-28-18 16-2 26 5 28 18Z" fill="#2E9156" strokeWidth="4" />
    </svg>
  )
}
