import { paint, skin } from './colours.ts'
import { Face } from './face.tsx'

/** The youngest at the table: chin on both fists, all ears. */
export function Boy() {
  return (
    <g transform="translate(24 2)">
      <path d="M494 680C490 610 512 566 568 564C624 566 646 610 642 680Z" fill={paint.green} />
      <path d="M498 622H638M496 652H640" stroke={paint.mist} strokeWidth={11} />
      <Face x={568} y={500} size={56} skin={skin.tan} look={-0.9} mouth="grin" />
      <path
        d="M510 500C500 446 530 426 572 426C618 428 636 458 626 502C622 480 612 470 602 462C590 470 560 474 532 468C520 476 514 486 510 500Z"
        fill="#4a342a"
      />
      <path d="M560 430C556 414 568 406 580 410C572 414 572 422 578 430Z" fill="#4a342a" />
      <g fill="none" stroke={skin.tan} strokeWidth={25} strokeLinecap="round">
        <path d="M504 640C506 610 514 584 524 560" />
        <path d="M632 640C630 610 622 584 612 560" />
      </g>
      <circle cx={526} cy={552} r={19} fill={skin.tan} />
      <circle cx={610} cy={552} r={19} fill={skin.tan} />
    </g>
  )
}

/** It was her idea: the telephone on the table is hers, and so are the questions on the card. */
export function Granddaughter() {
  return (
    <g>
      <path
        d="M640 400C622 300 664 270 716 270C774 272 806 310 792 410C800 462 812 500 798 540H650C630 500 642 450 640 400Z"
        fill="#2b2522"
      />
      <path d="M618 660C616 556 640 474 716 470C792 474 816 556 814 660Z" fill={paint.mint} />
      <path d="M684 470C690 500 742 500 748 470L740 424H692Z" fill={skin.tan} />
      <path
        d="M672 474C684 516 748 516 760 474"
        fill="none"
        stroke={paint.leaf}
        strokeWidth={8}
        strokeLinecap="round"
      />
      <Face x={716} y={376} size={60} skin={skin.tan} look={-0.9} />
      <path
        d="M654 396C648 330 676 300 718 300C764 302 786 336 778 396C772 360 756 344 728 330C712 350 674 352 654 396Z"
        fill="#2b2522"
      />
      <path
        d="M664 330C690 306 744 304 770 334"
        fill="none"
        stroke={paint.green}
        strokeWidth={11}
        strokeLinecap="round"
      />
      {/* The card with what she wants to ask. */}
      <g transform="translate(8 -40) rotate(-10 740 606)">
        <rect x={706} y={576} width={86} height={58} rx={6} fill={paint.paper} />
        <path
          d="M719 592H778M719 605H770M719 618H752"
          stroke={paint.leaf}
          strokeWidth={4}
          strokeLinecap="round"
        />
      </g>
      <path
        d="M652 556C640 620 666 636 712 616"
        fill="none"
        stroke="#8fd3ab"
        strokeWidth={38}
        strokeLinecap="round"
      />
      <circle cx={722} cy={606} r={18} fill={skin.tan} />
      <path d="M722 594L742 586" stroke={skin.tan} strokeWidth={11} strokeLinecap="round" />
    </g>
  )
}

/** Mother, and on her arm somebody who will hear all this again in twenty years. */
export function MotherAndBaby() {
  return (
    <g transform="translate(-14 0)">
      <path
        d="M826 360C812 268 852 244 902 246C960 250 984 290 972 370C978 420 970 452 952 466H852C832 450 824 410 826 360Z"
        fill="#5a3d2b"
      />
      <path d="M792 680C786 560 806 470 900 464C980 470 990 560 984 660Z" fill={paint.leaf} />
      <path d="M868 462C874 496 926 496 932 462L924 412H876Z" fill={skin.warm} />
      <Face x={900} y={362} size={62} skin={skin.warm} look={-0.9} eyes="smiling" />
      <path
        d="M836 376C830 308 862 284 906 286C950 288 972 322 964 378C956 340 938 326 916 318C890 336 854 336 836 376Z"
        fill="#5a3d2b"
      />
      <path d="M806 640C800 570 824 532 866 530C910 534 926 580 918 640Z" fill={paint.cream} />
      <Face x={862} y={508} size={41} skin={skin.fair} eyes="asleep" mouth="still" />
      <path
        d="M824 496C828 466 850 458 872 464C892 470 902 486 902 500C886 482 866 486 852 478C842 486 832 488 824 496Z"
        fill="#8a5f3f"
      />
      <path
        d="M984 560C992 628 930 642 852 622"
        fill="none"
        stroke="#27804b"
        strokeWidth={44}
        strokeLinecap="round"
      />
      <circle cx={842} cy={618} r={20} fill={skin.warm} />
    </g>
  )
}
