/** What the demo's pictures show: SVG drawings in a box of 400 by 400, in `currentColor`, with `.s` for shade and `.l` for light. */

export const MOTIFS: Record<string, string> = {
  phone:
    '<rect x="120" y="30" width="160" height="340" rx="30"/><rect class="s" x="132" y="44" width="136" height="312" rx="20"/><rect x="172" y="54" width="56" height="14" rx="7"/>',
  phones:
    '<g transform="rotate(-12 200 200)"><rect x="70" y="50" width="140" height="300" rx="28"/><rect class="s" x="82" y="62" width="116" height="276" rx="18"/></g><g transform="rotate(10 200 200)"><rect class="l" x="205" y="50" width="140" height="300" rx="28"/><circle class="s" cx="245" cy="95" r="18"/><circle class="s" cx="290" cy="95" r="18"/></g>',
  laptop:
    '<rect x="70" y="80" width="260" height="180" rx="14"/><rect class="s" x="84" y="94" width="232" height="152" rx="4"/><path d="M30 270h340l-14 34q-4 8-14 8H58q-10 0-14-8z"/><rect class="s" x="165" y="270" width="70" height="10" rx="5"/>',
  desktop:
    '<rect x="50" y="50" width="300" height="210" rx="16"/><rect class="s" x="66" y="66" width="268" height="160" rx="4"/><path d="M170 260h60l14 70h-88z"/><rect x="130" y="326" width="140" height="14" rx="7"/>',
  box: '<rect x="90" y="150" width="220" height="120" rx="26"/><rect class="s" x="120" y="228" width="40" height="12" rx="6"/><rect class="s" x="176" y="228" width="40" height="12" rx="6"/><circle class="l" cx="278" cy="234" r="7"/>',
  tablet:
    '<rect x="80" y="40" width="240" height="320" rx="24"/><rect class="s" x="96" y="56" width="208" height="288" rx="10"/><path class="l" d="M250 330 345 150l22 12-95 180-26 14z"/>',
  watch:
    '<path d="M150 20h100l14 80H136zM150 380h100l14-80H136z" class="l"/><rect x="110" y="90" width="180" height="220" rx="52"/><rect class="s" x="126" y="106" width="148" height="188" rx="38"/><path d="M140 205h35l16-40 24 78 17-38h28" fill="none" stroke="currentColor" stroke-width="9" stroke-linejoin="round"/>',
  buds: '<path d="M120 60a60 60 0 0 1 60 60v40l-30 10v150a22 22 0 0 1-44 0V170a60 60 0 0 1 14-110z"/><path d="M280 60a60 60 0 0 0-60 60v40l30 10v150a22 22 0 0 0 44 0V170a60 60 0 0 0-14-110z" class="l"/><circle class="s" cx="160" cy="120" r="20"/><circle class="s" cx="240" cy="120" r="20"/>',
  speaker:
    '<rect x="110" y="90" width="180" height="230" rx="80"/><ellipse class="s" cx="200" cy="120" rx="64" ry="22"/><path class="s" d="M130 190h140v8H130zM130 220h140v8H130zM130 250h140v8H130z"/><path d="M60 150q-30 55 0 110M340 150q30 55 0 110" fill="none" stroke="currentColor" stroke-width="12" stroke-linecap="round"/>',
  hub: '<rect x="80" y="60" width="240" height="200" rx="26"/><rect class="s" x="98" y="78" width="204" height="164" rx="12"/><path class="l" d="M200 100l56 50v70h-36v-44h-40v44h-36v-70z"/><ellipse cx="200" cy="310" rx="110" ry="40"/>',
  tv: '<rect x="30" y="70" width="340" height="210" rx="14"/><rect class="s" x="44" y="84" width="312" height="182" rx="4"/><path class="l" d="M175 130l70 45-70 45z"/><rect x="120" y="310" width="160" height="14" rx="7"/>',
  glasses:
    '<path d="M40 140q80-50 160-50t160 50q14 50-4 110-20 60-84 50-40-8-56-46-16-34-32 0-16 38-56 46-64 10-84-50-18-60-4-110z"/><path class="s" d="M66 160q60-36 134-36t134 36q10 40-4 84-16 36-56 30-28-6-42-40-32-60-64 0-14 34-42 40-40 6-56-30-14-44-4-84z"/>',
  chip: '<path d="M120 60v-30M170 60v-30M230 60v-30M280 60v-30M120 340v30M170 340v30M230 340v30M280 340v30M60 120H30M60 170H30M60 230H30M60 280H30M340 120h30M340 170h30M340 230h30M340 280h30" stroke="currentColor" stroke-width="12"/><rect x="60" y="60" width="280" height="280" rx="26"/><rect class="s" x="110" y="110" width="180" height="180" rx="14"/><circle class="l" cx="140" cy="140" r="10"/>',
  cloud: '<path d="M110 290a70 70 0 0 1-6-140 100 100 0 0 1 190-20 80 80 0 0 1 10 160z"/>',
  cloudoff:
    '<path d="M110 270a70 70 0 0 1-6-140 100 100 0 0 1 190-20 80 80 0 0 1 10 160z"/><path class="s" d="M215 130l-60 90h40l-20 90 80-110h-44l24-70z"/>',
  court:
    '<path d="M200 40 60 120h280zM70 300h260v30H70zM50 340h300v24H50z"/><path d="M90 135h36v155H90zM156 135h36v155h-36zM222 135h36v155h-36zM282 135h28v155h-28z" class="l"/>',
  gavel:
    '<g transform="rotate(-35 200 180)"><rect x="140" y="60" width="130" height="80" rx="10"/><rect class="l" x="125" y="50" width="24" height="100" rx="8"/><rect class="l" x="262" y="50" width="24" height="100" rx="8"/><rect x="193" y="140" width="24" height="190" rx="10"/></g><rect x="70" y="320" width="180" height="34" rx="10"/>',
  flag: '<rect x="50" y="80" width="300" height="210" rx="14"/><g class="l"><circle cx="200" cy="115" r="11"/><circle cx="236" cy="125" r="11"/><circle cx="262" cy="151" r="11"/><circle cx="272" cy="187" r="11"/><circle cx="262" cy="222" r="11"/><circle cx="236" cy="248" r="11"/><circle cx="200" cy="258" r="11"/><circle cx="164" cy="248" r="11"/><circle cx="138" cy="222" r="11"/><circle cx="128" cy="187" r="11"/><circle cx="138" cy="151" r="11"/><circle cx="164" cy="125" r="11"/></g>',
  store:
    '<path d="M50 110h300l20 70H30z"/><rect x="60" y="180" width="280" height="160"/><rect class="s" x="90" y="210" width="100" height="90"/><rect class="s" x="220" y="210" width="80" height="130"/><path class="l" d="M30 180h68v16a34 34 0 0 1-68 0zM166 180h68v16a34 34 0 0 1-68 0zM302 180h68v16a34 34 0 0 1-68 0z"/>',
  chart:
    '<rect x="60" y="230" width="50" height="110" rx="6"/><rect x="135" y="180" width="50" height="160" rx="6"/><rect x="210" y="200" width="50" height="140" rx="6"/><rect class="l" x="285" y="110" width="50" height="230" rx="6"/><path d="M60 180l90-60 70 30 120-100" fill="none" stroke="currentColor" stroke-width="12" stroke-linecap="round" stroke-linejoin="round"/>',
  coins:
    '<ellipse cx="150" cy="290" rx="90" ry="34"/><ellipse class="l" cx="150" cy="262" rx="90" ry="34"/><ellipse cx="150" cy="234" rx="90" ry="34"/><ellipse class="l" cx="150" cy="206" rx="90" ry="34"/><circle cx="260" cy="150" r="80"/><circle class="s" cx="260" cy="150" r="58"/><rect x="250" y="115" width="20" height="70" rx="6"/>',
  lock: '<path d="M130 170v-40a70 70 0 0 1 140 0v40h-34v-40a36 36 0 0 0-72 0v40z" class="l"/><rect x="95" y="165" width="210" height="175" rx="26"/><circle class="s" cx="200" cy="240" r="26"/><rect class="s" x="190" y="250" width="20" height="52" rx="8"/>',
  bug: '<ellipse cx="200" cy="220" rx="80" ry="105"/><circle class="l" cx="200" cy="105" r="44"/><path d="M120 190l-60-40M120 230H50M126 275l-56 46M280 190l60-40M280 230h70M274 275l56 46" stroke="currentColor" stroke-width="14" stroke-linecap="round"/><rect class="s" x="194" y="130" width="12" height="190"/>',
  camera:
    '<rect x="50" y="120" width="300" height="200" rx="30"/><path d="M140 120l20-40h80l20 40z" class="l"/><circle class="s" cx="200" cy="220" r="72"/><circle cx="200" cy="220" r="46"/><circle class="s" cx="200" cy="220" r="22"/>',
  game: '<path d="M110 130h180a80 80 0 0 1 78 96l-14 64a42 42 0 0 1-74 16l-34-46h-92l-34 46a42 42 0 0 1-74-16l-14-64a80 80 0 0 1 78-96z"/><path class="s" d="M115 180h20v24h24v20h-24v24h-20v-24H91v-20h24z"/><circle class="l" cx="270" cy="190" r="13"/><circle class="l" cx="300" cy="222" r="13"/>',
  battery:
    '<rect x="40" y="130" width="290" height="140" rx="30"/><rect class="s" x="58" y="148" width="254" height="104" rx="16"/><rect x="68" y="158" width="150" height="84" rx="10"/><rect x="338" y="170" width="26" height="60" rx="10" class="l"/>',
  car: '<path d="M60 220l40-90q8-18 28-18h144q20 0 28 18l40 90q20 4 20 24v60H40v-60q0-20 20-24z"/><path class="s" d="M100 216l30-70h140l30 70z"/><circle class="l" cx="105" cy="262" r="20"/><circle class="l" cx="295" cy="262" r="20"/><rect x="60" y="300" width="54" height="40" rx="10"/><rect x="286" y="300" width="54" height="40" rx="10"/>',
  house:
    '<path d="M200 50 40 190h40v150h240V190h40z"/><rect class="s" x="170" y="230" width="60" height="110"/><circle class="l" cx="200" cy="160" r="28"/>',
  music: '<path d="M150 90l170-40v220a50 42 0 1 1-30-40V130l-110 26v140a50 42 0 1 1-30-40z"/>',
  map: '<path d="M50 90l100-40 100 40 100-40v260l-100 40-100-40-100 40z"/><path class="s" d="M150 50v260h6V52zM250 90v260h6V88z"/><path class="l" d="M210 130a45 45 0 0 1 45 45c0 36-45 85-45 85s-45-49-45-85a45 45 0 0 1 45-45z"/>',
  factory:
    '<path d="M40 340V180l90 60v-60l90 60v-60l90 60V90h50v250z"/><g class="s"><rect x="80" y="270" width="40" height="36"/><rect x="160" y="270" width="40" height="36"/><rect x="240" y="270" width="40" height="36"/></g>',
  code: '<rect x="40" y="70" width="320" height="260" rx="20"/><rect class="s" x="40" y="70" width="320" height="46" rx="20"/><path d="M140 170l-50 45 50 45M260 170l50 45-50 45M220 150l-40 130" fill="none" class="k" stroke-width="16" stroke-linecap="round" stroke-linejoin="round"/>',
  leaf: '<path d="M80 320C40 160 160 60 340 70c10 180-90 300-220 240z"/><path class="s" d="M70 350C120 240 200 170 290 120l6 10C210 190 140 260 90 356z"/>',
  satellite:
    '<g transform="rotate(-35 200 200)"><rect x="165" y="140" width="70" height="120" rx="10"/><rect class="l" x="30" y="160" width="120" height="70" rx="4"/><rect class="l" x="250" y="160" width="120" height="70" rx="4"/><path d="M200 260v30" stroke="currentColor" stroke-width="10"/></g><path d="M250 330a70 70 0 0 0 80-80M246 370a110 110 0 0 0 124-124" fill="none" stroke="currentColor" stroke-width="12" stroke-linecap="round"/>',
  heart:
    '<path d="M200 350S50 260 50 150a75 75 0 0 1 150-20 75 75 0 0 1 150 20c0 110-150 200-150 200z"/><path d="M70 210h70l24-60 36 110 26-70h100" fill="none" class="k" stroke-width="13" stroke-linejoin="round"/>',
  family:
    '<circle cx="130" cy="110" r="46"/><circle cx="270" cy="110" r="46" class="l"/><path d="M50 330c0-110 40-150 80-150s80 40 80 150z"/><path class="l" d="M190 330c0-110 40-150 80-150s80 40 80 150z"/><circle cx="200" cy="220" r="32"/><path d="M150 340c0-60 20-84 50-84s50 24 50 84z"/>',
  wrench:
    '<path d="M300 60a80 80 0 0 0-106 98L60 292a34 34 0 0 0 48 48l134-134a80 80 0 0 0 98-106l-50 50-40-10-10-40z"/><circle class="s" cx="84" cy="316" r="12"/>',
  tag: '<circle cx="200" cy="200" r="130"/><circle class="s" cx="200" cy="200" r="92"/><path d="M40 140q-20 60 0 120M360 140q20 60 0 120" fill="none" stroke="currentColor" stroke-width="12" stroke-linecap="round"/>',
  calendar:
    '<rect x="60" y="80" width="280" height="270" rx="24"/><rect class="s" x="60" y="80" width="280" height="70" rx="24"/><g class="s"><circle cx="130" cy="200" r="16"/><circle cx="200" cy="200" r="16"/><circle cx="270" cy="200" r="16"/><circle cx="130" cy="260" r="16"/></g><circle class="l" cx="200" cy="260" r="24"/><path d="M130 50v60M270 50v60" stroke="currentColor" stroke-width="20" stroke-linecap="round"/>',
  chat: '<path d="M60 70h210q30 0 30 30v100q0 30-30 30H150l-60 50v-50H60q-30 0-30-30V100q0-30 30-30z"/><path class="l" d="M330 160q40 0 40 36v80q0 34-34 34v44l-50-44h-70q-30 0-34-30h92q56 0 56-56z"/><g class="s"><circle cx="110" cy="150" r="15"/><circle cx="165" cy="150" r="15"/><circle cx="220" cy="150" r="15"/></g>',
  book: '<path d="M200 90C150 50 90 50 40 70v240c50-20 110-20 160 20 50-40 110-40 160-20V70c-50-20-110-20-160 20z"/><path class="s" d="M196 90h8v236h-8z"/>',
  pen: '<path d="M290 50l60 60-190 190-90 30 30-90z"/><path class="s" d="M255 85l60 60-16 16-60-60z"/><path d="M60 360h280" stroke="currentColor" stroke-width="12" stroke-linecap="round"/>',
  globe:
    '<circle cx="200" cy="200" r="150"/><g fill="none" class="k" stroke-width="10"><ellipse cx="200" cy="200" rx="66" ry="150"/><path d="M50 200h300M75 125h250M75 275h250"/></g>',
  bolt: '<path d="M230 30 90 230h90l-30 140 160-210h-96z"/>',
  ship: '<path d="M40 240h320l-50 90q-8 14-24 14H114q-16 0-24-14z"/><rect class="l" x="100" y="170" width="60" height="60"/><rect x="170" y="170" width="60" height="60"/><rect class="l" x="240" y="170" width="60" height="60"/><rect x="135" y="105" width="60" height="60"/><rect class="l" x="205" y="105" width="60" height="60"/>',
  bike: '<g fill="none" stroke="currentColor" stroke-width="14"><circle cx="100" cy="260" r="72"/><circle cx="300" cy="260" r="72"/><path d="M100 260l60-120h110l30 120M160 140l45 120h-105M205 260l70-120M140 120h40M270 140l-14-34h40" stroke-linejoin="round" stroke-linecap="round"/></g>',
  wheel:
    '<g fill="none" stroke="currentColor" stroke-width="12"><circle cx="200" cy="200" r="150" stroke-width="22"/><path d="M200 60v280M60 200h280M101 101l198 198M299 101 101 299"/></g><circle cx="200" cy="200" r="26"/>',
  road: '<path d="M150 40h100l110 320H40z"/><path class="l" d="M194 60h12l3 60h-18zM190 150h20l4 70h-28zM184 250h32l5 90h-42z"/>',
  helmet:
    '<path d="M50 240a150 150 0 0 1 300 0q0 30-30 30H80q-30 0-30-30z"/><path class="s" d="M110 190q30-60 80-70l-30 90zM210 118q60 4 90 60l-60 30z"/><path d="M110 270q30 70 90 70t90-70" fill="none" stroke="currentColor" stroke-width="12"/>',
  bridge:
    '<path d="M30 250h340v30H30z"/><path d="M110 90v240M290 90v240" stroke="currentColor" stroke-width="20"/><path d="M30 240Q70 110 110 100q90 120 180 0 40 10 80 140" fill="none" class="kl" stroke-width="10"/>',
  medal:
    '<path class="l" d="M130 30h60l40 120h-60zM270 30h-60l-40 120h60z"/><circle cx="200" cy="250" r="100"/><circle class="s" cx="200" cy="250" r="70"/><path d="M200 195l17 35 38 5-28 27 7 38-34-18-34 18 7-38-28-27 38-5z"/>',
}
