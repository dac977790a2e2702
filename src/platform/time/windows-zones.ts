/** Time zones as Windows names them, from CLDR's `windowsZones`: the zone of each name, "Standard Time" left out. */
const LIST = `
  dateline=Etc/GMT+12; aleutian=America/Adak; hawaiian=Pacific/Honolulu; marquesas=Pacific/Marquesas
  alaskan=America/Anchorage; pacific=America/Los_Angeles; us mountain=America/Phoenix; mountain=America/Denver
  yukon=America/Whitehorse; central america=America/Guatemala; central=America/Chicago; easter island=Pacific/Easter
  canada central=America/Regina; sa pacific=America/Bogota; eastern=America/New_York; haiti=America/Port-au-Prince
  cuba=America/Havana; us eastern=America/Indianapolis; turks and caicos=America/Grand_Turk; paraguay=America/Asuncion
  atlantic=America/Halifax; venezuela=America/Caracas; central brazilian=America/Cuiaba; sa western=America/La_Paz
  pacific sa=America/Santiago; newfoundland=America/St_Johns; tocantins=America/Araguaina
  e. south america=America/Sao_Paulo; sa eastern=America/Cayenne; argentina=America/Buenos_Aires
  greenland=America/Godthab; montevideo=America/Montevideo; magallanes=America/Punta_Arenas
  saint pierre=America/Miquelon; bahia=America/Bahia; mid-atlantic=Etc/GMT+2; azores=Atlantic/Azores
  cape verde=Atlantic/Cape_Verde; gmt=Europe/London; greenwich=Atlantic/Reykjavik; sao tome=Africa/Sao_Tome
  morocco=Africa/Casablanca; w. europe=Europe/Berlin; central europe=Europe/Budapest; romance=Europe/Paris
  central european=Europe/Warsaw; w. central africa=Africa/Lagos; gtb=Europe/Bucharest; middle east=Asia/Beirut
  egypt=Africa/Cairo; e. europe=Europe/Chisinau; syria=Asia/Damascus; west bank=Asia/Hebron
  south africa=Africa/Johannesburg; fle=Europe/Kiev; israel=Asia/Jerusalem; south sudan=Africa/Juba
  kaliningrad=Europe/Kaliningrad; sudan=Africa/Khartoum; libya=Africa/Tripoli; namibia=Africa/Windhoek
  jordan=Asia/Amman; arabic=Asia/Baghdad; turkey=Europe/Istanbul; arab=Asia/Riyadh; belarus=Europe/Minsk
  russian=Europe/Moscow; e. africa=Africa/Nairobi; volgograd=Europe/Volgograd; iran=Asia/Tehran; arabian=Asia/Dubai
  astrakhan=Europe/Astrakhan; azerbaijan=Asia/Baku; mauritius=Indian/Mauritius; saratov=Europe/Saratov
  georgian=Asia/Tbilisi; caucasus=Asia/Yerevan; afghanistan=Asia/Kabul; west asia=Asia/Tashkent
  ekaterinburg=Asia/Yekaterinburg; pakistan=Asia/Karachi; qyzylorda=Asia/Qyzylorda; india=Asia/Calcutta
  sri lanka=Asia/Colombo; nepal=Asia/Katmandu; central asia=Asia/Bishkek; bangladesh=Asia/Dhaka; omsk=Asia/Omsk
  myanmar=Asia/Rangoon; se asia=Asia/Bangkok; altai=Asia/Barnaul; w. mongolia=Asia/Hovd
  north asia=Asia/Krasnoyarsk; n. central asia=Asia/Novosibirsk; tomsk=Asia/Tomsk; china=Asia/Shanghai
  north asia east=Asia/Irkutsk; singapore=Asia/Singapore; w. australia=Australia/Perth; taipei=Asia/Taipei
  ulaanbaatar=Asia/Ulaanbaatar; aus central w.=Australia/Eucla; transbaikal=Asia/Chita; tokyo=Asia/Tokyo
  north korea=Asia/Pyongyang; korea=Asia/Seoul; yakutsk=Asia/Yakutsk; cen. australia=Australia/Adelaide
  aus central=Australia/Darwin; e. australia=Australia/Brisbane; aus eastern=Australia/Sydney
  west pacific=Pacific/Port_Moresby; tasmania=Australia/Hobart; vladivostok=Asia/Vladivostok
  lord howe=Australia/Lord_Howe; bougainville=Pacific/Bougainville; magadan=Asia/Magadan; norfolk=Pacific/Norfolk
  sakhalin=Asia/Sakhalin; central pacific=Pacific/Guadalcanal; new zealand=Pacific/Auckland; fiji=Pacific/Fiji
  kamchatka=Asia/Kamchatka; chatham islands=Pacific/Chatham; tonga=Pacific/Tongatapu; samoa=Pacific/Apia
  line islands=Pacific/Kiritimati`

/** By names in lower case, such as "w. europe". */
export const WINDOWS_ZONES = new Map(
  LIST.trim()
    .split(/[;\n]\s*/)
    .map((pair) => pair.trim().split('=') as [string, string]),
)
