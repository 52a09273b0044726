import { Progress } from '../../ui/progress.tsx'

/**
 * The upload progress of a family's file. A package with photos may take minutes
 * to upload, and the server reads it only after that.
 *
 * @param share the part that has been sent, 0 to 1
 */
export function GedcomSending({ fileName, share }: { fileName: string; share: number }) {
  return (
    <div className="flex flex-col gap-2">
      <p className="flex flex-wrap justify-between gap-x-4 wrap-anywhere">
        <span role="status">
          {share < 1 ? `Sending ${fileName}` : `${fileName} is there and being read.`}
        </span>
        {share < 1 ? <span className="tabular-nums">{Math.floor(share * 100)} %</span> : null}
      </p>
      {share < 1 ? <Progress value={share} label={`Sent of ${fileName}`} /> : null}
    </div>
  )
}
